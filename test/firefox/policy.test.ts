import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@forgehand/emulator/vitest";
import { expect } from "vitest";
import { FIREFOX_ID } from "../../extension/manifest/firefox.ts";
import { type ExtensionBrowser, launchWithExtension } from "./firefox.ts";
import { Tab } from "./session.ts";

/** A Firefox whose administrator has decided something for the extension. */
const test = base.extend<{ managed: ExtensionBrowser }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one needs
  managed: async ({}, use) => {
    const home = mkdtempSync(join(tmpdir(), "forgehand-home-"));
    const folder = join(home, ".mozilla/managed-storage");
    mkdirSync(folder, { recursive: true });
    const data = { controlsOff: ["watch"] };
    const manifest = { name: FIREFOX_ID, description: "Decided for you", type: "storage", data };
    writeFileSync(join(folder, `${FIREFOX_ID}.json`), JSON.stringify(manifest));
    const firefox = await launchWithExtension(home);
    await use(firefox);
    await firefox.close();
    rmSync(home, { recursive: true });
  },
});

test("what an administrator switched off is off in Firefox", async ({ emulator, managed }) => {
  const tab = new Tab(await managed.browser.newPage(), emulator, managed);
  await tab.signIn("alice");
  await tab.open("/acme/widgets");
  await tab.find("button", "Star");
  expect(await tab.has("button", /^Watch/)).toBe(false);
});
