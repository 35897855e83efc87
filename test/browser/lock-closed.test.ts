import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { addAccount } from "./add-account.ts";
import { type ChromiumWithExtension, launchWithExtension, removeProfile, temporaryProfile } from "./chromium.ts";
import { PASSPHRASE, setPassphrase, statusText, unlock } from "./passphrase.ts";

test("closing the browser locks the tokens, and none is on disk unencrypted", async ({ emulator }) => {
  const token = emulator.tokens["alice"] ?? "";
  // Without a passphrase, the token is on disk, so the search would find it.
  const open = await useAndClose(emulator, async () => undefined);
  expect(open.contains(token)).toBe(true);

  const { profile, contains, key } = await useAndClose(emulator, async (page, browser) => {
    // The passphrase is set first, so that the token is never on disk unencrypted.
    await setPassphrase(page, browser);
  });
  expect(contains(emulator.webUrl)).toBe(true);
  const rawKey = Buffer.from(key ?? "", "base64");
  expect(rawKey).toHaveLength(32);
  for (const secret of [token, PASSPHRASE, rawKey.toString("base64"), rawKey.toString("hex"), rawKey])
    expect(contains(secret), String(secret)).toBe(false);

  const second = await launchWithExtension({ profile });
  try {
    const reopenedPage = await second.context.newPage();
    await reopenedPage.goto(second.optionsUrl);
    await reopenedPage.getByRole("heading", { name: "Your tokens are locked" }).waitFor();
    await unlock(reopenedPage, PASSPHRASE);
    await expect.poll(() => statusText(reopenedPage)).toBe("Unlocked.");
    await reopenedPage.getByRole("button", { name: "Test connection of alice" }).waitFor();
  } finally {
    await second.close();
  }
});

/**
 * Adds alice's account in a new profile, and closes the browser.
 * @returns the profile, the key of the lock before the browser was closed, and a function that searches the profile's
 *   files
 */
async function useAndClose(emulator: Emulator, prepare: (page: Page, browser: ChromiumWithExtension) => Promise<void>) {
  const profile = temporaryProfile();
  onTestFinished(() => removeProfile(profile));
  const browser = await launchWithExtension({ profile });
  const page = await browser.context.newPage();
  await page.goto(browser.optionsUrl);
  await prepare(page, browser);
  await addAccount(page, emulator, "alice");
  const key = await page.evaluate<string | undefined>(
    "chrome.storage.session.get('lock').then(({ lock }) => lock?.key)",
  );
  await browser.close();
  const files = filesBelow(profile).map((file) => readFileSync(file));
  // Strings of other alphabets are stored in UTF-16.
  const contains = (secret: string | Buffer) =>
    files.some(
      (bytes) => bytes.includes(secret) || (typeof secret === "string" && bytes.includes(secret, 0, "utf16le")),
    );
  return { profile, key, contains };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}
