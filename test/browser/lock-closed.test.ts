import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "@forgehand/emulator/vitest";
import { expect } from "vitest";
import { addAccount } from "./add-account.ts";
import { launchWithExtension, removeProfile, temporaryProfile } from "./chromium.ts";
import { PASSPHRASE, setPassphrase, status, unlock } from "./passphrase.ts";

test("when the browser was closed tokens are locked, and nothing on its disk tells them", async ({ emulator }) => {
  const profile = temporaryProfile();
  const token = emulator.tokens["alice"] ?? "";
  const first = await launchWithExtension({ profile });
  const page = await first.context.newPage();
  // The passphrase first: then the token is never on the disk as it is.
  await setPassphrase(page, first);
  await addAccount(page, emulator, "alice");
  await first.close();
  const bytes = filesBelow(profile).map((file) => readFileSync(file).toString("latin1"));
  expect(bytes.some((text) => text.includes(emulator.webUrl))).toBe(true);
  expect(bytes.some((text) => text.includes(token) || text.includes(PASSPHRASE))).toBe(false);

  const second = await launchWithExtension({ profile });
  try {
    const again = await second.context.newPage();
    await again.goto(second.optionsUrl);
    await again.getByRole("heading", { name: "Your tokens are locked" }).waitFor();
    await unlock(again, PASSPHRASE);
    await expect.poll(() => status(again)).toBe("Unlocked.");
    await again.getByRole("button", { name: "Test connection of alice" }).waitFor();
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
