import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { ExtensionBrowser } from "./chromium.ts";

export const PASSPHRASE = "correct horse battery";

/** What the options page says was done. */
export const status = (page: Page) => page.getByRole("status").innerText();

/** Sets one on the options page, where there is none. */
export async function setPassphrase(page: Page, { optionsUrl }: ExtensionBrowser): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`${optionsUrl}#security`);
  await page.getByLabel("New passphrase", { exact: true }).fill(PASSPHRASE);
  await page.getByLabel("New passphrase, again").fill(PASSPHRASE);
  await page.getByRole("button", { name: "Set passphrase" }).click();
  await expect.poll(() => status(page)).toContain("sealed with your passphrase");
}

/** Gives one to whichever page asks for it. */
export async function unlock(page: Page, passphrase: string): Promise<void> {
  await page.getByLabel("Passphrase", { exact: true }).fill(passphrase);
  await page.getByRole("button", { name: "Unlock" }).click();
}
