import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { saveAccount } from "./chromium.ts";
import { PASSPHRASE, setPassphrase, statusText, unlock } from "./passphrase.ts";
import { test } from "./session.ts";

const alert = (page: Page) => page.getByRole("alert").innerText();

describe("a passphrase", () => {
  test("locks every page immediately, and unlocks all of them when it is entered", async ({
    emulator,
    browser,
    tab: { page },
  }) => {
    await page.goto(browser.optionsUrl);
    await saveAccount(page, { host: emulator.webUrl, token: emulator.tokens["alice"] ?? "" });
    const repositoryPage = await browser.context.newPage();
    await repositoryPage.goto(`${emulator.webUrl}/acme/widgets`);
    await repositoryPage.locator('button[aria-label="Star"][aria-pressed="false"]').waitFor();
    await page.bringToFront();
    await setPassphrase(page, browser);
    await page.getByRole("button", { name: "Lock now" }).click();
    await page.getByRole("heading", { name: "Your tokens are locked" }).waitFor();
    emulator.control.clearCalls();
    await repositoryPage.reload();
    const locked = repositoryPage.getByRole("alert").filter({ hasText: "Your tokens are locked." });
    await expect.poll(() => locked.innerText()).toContain("Open Forgehand from your browser's toolbar.");
    // The lock is reported once, however many controls there are.
    expect(await repositoryPage.getByRole("alert").count()).toBe(1);
    expect(emulator.control.calls()).toEqual([]);

    await unlock(page, "wrong horse battery");
    await expect.poll(() => alert(page)).toBe("Wrong passphrase. Nothing was changed; try again.");
    await unlock(page, PASSPHRASE);
    await expect.poll(() => statusText(page)).toBe("Unlocked.");
    // The other tab is notified.
    await repositoryPage.bringToFront();
    await repositoryPage.locator('button[aria-label="Star"][aria-pressed="false"]').click();
    await repositoryPage.locator('button[aria-label="Unstar"]').waitFor();
  });

  test("is rejected if it is too short, wrong or repeated differently, and can be changed", async ({
    browser,
    tab: { page },
  }) => {
    await page.goto(`${browser.optionsUrl}#security`);
    const fill = async (first: string, confirmation: string) => {
      await page.getByLabel("New passphrase", { exact: true }).fill(first);
      await page.getByLabel("Confirm new passphrase").fill(confirmation);
    };
    await fill(PASSPHRASE, "something else");
    await page.getByRole("button", { name: "Set passphrase" }).click();
    await expect.poll(() => alert(page)).toContain("don't match");
    await fill("short", "short");
    await page.getByRole("button", { name: "Set passphrase" }).click();
    await expect.poll(() => alert(page)).toContain("at least 8 characters");
    await setPassphrase(page, browser);
    await page.getByLabel("Current passphrase").fill("wrong horse");
    await fill("another passphrase", "another passphrase");
    await page.getByRole("button", { name: "Change passphrase" }).click();
    await expect.poll(() => alert(page)).toContain("Wrong passphrase");
    await page.getByLabel("Current passphrase").fill(PASSPHRASE);
    await page.getByRole("button", { name: "Change passphrase" }).click();
    await expect.poll(() => statusText(page)).toBe("Passphrase changed.");
    await page.getByLabel("Passphrase", { exact: true }).fill("another passphrase");
    await page.getByRole("button", { name: "Remove passphrase" }).click();
    await expect.poll(() => statusText(page)).toBe("Passphrase removed.");
    await page.getByRole("button", { name: "Set passphrase" }).waitFor();
  });

  test("that is forgotten can be removed together with the tokens, after a warning", async ({
    emulator,
    browser,
    tab: { page },
  }) => {
    await page.goto(browser.optionsUrl);
    await saveAccount(page, { host: emulator.webUrl, token: emulator.tokens["alice"] ?? "" });
    await setPassphrase(page, browser);
    await page.getByRole("button", { name: "Lock now" }).click();
    await page.getByRole("button", { name: "I forgot my passphrase" }).click();
    await page.getByRole("group", { name: "Your tokens can't be decrypted without it" }).waitFor();
    await page.getByRole("button", { name: "Delete all tokens" }).click();
    await expect.poll(() => statusText(page)).toContain("All tokens and the passphrase were deleted");
    await page.getByRole("link", { name: "Accounts" }).click();
    const host = page.getByRole("region", { name: emulator.webUrl });
    await host.getByText("Token required").waitFor();
    await host.getByRole("button", { name: "New token for alice" }).click();
    await page.getByLabel("Token", { exact: true }).fill(emulator.tokens["alice"] ?? "");
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => statusText(page)).toContain("is now using alice");
  });
});
