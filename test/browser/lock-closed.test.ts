import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "@forgehand/emulator/vitest";
import { expect } from "vitest";
import { addAccount } from "./add-account.ts";
import { launchWithExtension, removeProfile, temporaryProfile } from "./chromium.ts";
import { PASSPHRASE, setPassphrase, statusText, unlock } from "./passphrase.ts";

test("closing the browser locks the tokens, and none is on disk unencrypted", async ({ emulator }) => {
  const profile = temporaryProfile();
  const token = emulator.tokens["alice"] ?? "";
  const first = await launchWithExtension({ profile });
  const page = await first.context.newPage();
  // The passphrase is set first, so that the token is never on disk unencrypted.
  await setPassphrase(page, first);
  await addAccount(page, emulator, "alice");
  await first.close();
  const bytes = filesBelow(profile).map((file) => readFileSync(file).toString("latin1"));
  expect(bytes.some((text) => text.includes(emulator.webUrl))).toBe(true);
  expect(bytes.some((text) => text.includes(token) || text.includes(PASSPHRASE))).toBe(false);

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
    removeProfile(profile);
  }
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}
