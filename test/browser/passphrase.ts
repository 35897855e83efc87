import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { ChromiumWithExtension } from "./chromium.ts";

export const PASSPHRASE = "correct horse battery";

/** The options page's status message. */
export const statusText = (page: Page) => page.getByRole("status").innerText();

/** Sets a passphrase on the options page. None must be set before. */
export async function setPassphrase(page: Page, { optionsUrl }: ChromiumWithExtension): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`${optionsUrl}#security`);
  await page.getByLabel("New passphrase", { exact: true }).fill(PASSPHRASE);
  await page.getByLabel("Confirm new passphrase").fill(PASSPHRASE);
  await page.getByRole("button", { name: "Set passphrase" }).click();
  await expect.poll(() => statusText(page)).toContain("encrypted with your passphrase");
}

/** Enters a passphrase on the current page. */
export async function unlock(page: Page, passphrase: string): Promise<void> {
  await page.getByLabel("Passphrase", { exact: true }).fill(passphrase);
  await page.getByRole("button", { name: "Unlock" }).click();
}
