import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "@forgehand/emulator/vitest";
import { expect, onTestFinished } from "vitest";
import { FIREFOX_ID } from "../../extension/manifest/firefox.ts";
import { type FirefoxWithExtension, launchWithExtension } from "./firefox.ts";
import { FirefoxTab } from "./session.ts";

/** Starts Firefox with an administrator's policy for the extension. */
async function launchWithPolicy(data: object): Promise<FirefoxWithExtension> {
  const home = mkdtempSync(join(tmpdir(), "forgehand-home-"));
  const folder = join(home, ".mozilla/managed-storage");
  mkdirSync(folder, { recursive: true });
  const manifest = { name: FIREFOX_ID, description: "Decided for you", type: "storage", data };
  writeFileSync(join(folder, `${FIREFOX_ID}.json`), JSON.stringify(manifest));
  const firefox = await launchWithExtension(home);
  onTestFinished(async () => {
    await firefox.close();
    rmSync(home, { recursive: true });
  });
  return firefox;
}

test("in Firefox, an administrator's policy disables features and rejects other hosts", async ({ emulator }) => {
  const managed = await launchWithPolicy({ controlsOff: ["watch"], allowedHosts: [emulator.webUrl] });
  const tab = new FirefoxTab(await managed.browser.newPage(), emulator, managed);
  expect(await tab.signIn("alice", "https://forge.example.com")).toContain("https://forge.example.com");
  expect(await tab.has("button", /^Remove/)).toBe(false);
  await tab.signIn("alice");
  await tab.open("/acme/widgets");
  await tab.find("button", "Star");
  expect(await tab.has("button", /^Watch/)).toBe(false);
});

test("in Firefox, an invalid policy turns all controls off, and the settings say so", async ({ emulator }) => {
  const managed = await launchWithPolicy({ controlsOff: ["watch", "review requests"] });
  const tab = new FirefoxTab(await managed.browser.newPage(), emulator, managed);
  await tab.signIn("alice");
  await tab.openExtensionPage("options.html");
  await expect
    .poll(() => tab.page.evaluate(() => document.body.textContent))
    .toContain("policy for Forgehand contains invalid values");
  await tab.open("/acme/widgets");
  await expect.poll(() => tab.has("button", /^(Star|Watch)/)).toBe(false);
});
