import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "@forgehand/emulator/vitest";
import { expect } from "vitest";
import { FIREFOX_ID } from "../../extension/manifest/firefox.ts";
import { type FirefoxWithExtension, launchWithExtension } from "./firefox.ts";
import { FirefoxTab } from "./session.ts";

/** A Firefox with an administrator's policy for the extension. */
const test = base.extend<{ managed: FirefoxWithExtension }>({
  managed: async ({ emulator }, use) => {
    const home = mkdtempSync(join(tmpdir(), "forgehand-home-"));
    const folder = join(home, ".mozilla/managed-storage");
    mkdirSync(folder, { recursive: true });
    const data = { controlsOff: ["watch"], allowedHosts: [emulator.webUrl] };
    const manifest = { name: FIREFOX_ID, description: "Decided for you", type: "storage", data };
    writeFileSync(join(folder, `${FIREFOX_ID}.json`), JSON.stringify(manifest));
    const firefox = await launchWithExtension(home);
    await use(firefox);
    await firefox.close();
    rmSync(home, { recursive: true });
  },
});

test("in Firefox, an administrator's policy disables features and rejects other hosts", async ({
  emulator,
  managed,
}) => {
  const tab = new FirefoxTab(await managed.browser.newPage(), emulator, managed);
  expect(await tab.signIn("alice", "https://forge.example.com")).toContain("https://forge.example.com");
  expect(await tab.has("button", /^Remove/)).toBe(false);
  await tab.signIn("alice");
  await tab.open("/acme/widgets");
  await tab.find("button", "Star");
  expect(await tab.has("button", /^Watch/)).toBe(false);
});
