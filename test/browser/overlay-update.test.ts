import { checkStar, starRepository, unstarRepository } from "@forgehand/core/operations";
import { type Emulator, startEmulator } from "@forgehand/emulator";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium } from "../../scripts/chromium.mjs";
import { askService, WIDGETS } from "../service/ask.ts";
import { EXTENSION, removeProfile, temporaryProfile } from "./chromium.ts";

// Puppeteer can install an extension once more, which is what an update is, and has a back/forward cache; Playwright neither.

let profile: string;
let browser: Browser;
let emulator: Emulator;
let id: string;

beforeAll(async () => {
  profile = temporaryProfile();
  emulator = await startEmulator();
  browser = await puppeteer.launch({
    executablePath: findChromium() ?? "",
    pipe: true,
    enableExtensions: [EXTENSION],
    userDataDir: profile,
    args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-background-networking"],
  });
  const worker = await browser.waitForTarget((target) => target.type() === "service_worker");
  id = new URL(worker.url()).host;
  const own = await browser.newPage();
  await own.goto("chrome://extensions");
  await own.evaluate(`chrome.developerPrivate.addHostPermission("${id}", "http://127.0.0.1/*")`);
  await own.goto(`chrome-extension://${id}/options.html`);
  const account = {
    ...{ origin: emulator.webUrl, apiUrl: emulator.apiUrl, dialect: "github" },
    token: emulator.tokens["alice"],
  };
  const saved = await own.evaluate(`chrome.permissions.request({ origins: ["http://127.0.0.1/*"] })
    .then(() => chrome.runtime.sendMessage(${JSON.stringify({ type: "save-account", ...account })}))`);
  expect(saved).toMatchObject({ ok: true });
  await own.close();
});

afterAll(async () => {
  await browser.close();
  await emulator.stop();
  removeProfile(profile);
});

/** The repository's page with its overlay, and all that its scripts complain of. */
async function openRepository(): Promise<{ page: Page; complaints: unknown[] }> {
  const page = await browser.newPage();
  const complaints: unknown[] = [];
  page.on("pageerror", (error) => complaints.push(error));
  await page.goto(`${emulator.webUrl}/acme/widgets`);
  await page.waitForSelector(">>> button[aria-pressed]");
  await page.evaluate(() => document.querySelector("html > forgehand-overlay")?.setAttribute("data-before", ""));
  return { page, complaints };
}

const overlays = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("html > forgehand-overlay")].map((host) => !host.hasAttribute("data-before")),
  );

describe("an open tab", () => {
  test("has one overlay after an update, the new one, which works", async () => {
    const { page, complaints } = await openRepository();
    await browser.installExtension(EXTENSION);
    await expect.poll(() => overlays(page)).toEqual([true]);
    const button = await page.waitForSelector('>>> button[aria-pressed="false"]');
    await button?.click();
    await expect.poll(() => askService(emulator).call(checkStar, WIDGETS)).toBe(true);
    await page.evaluate(() => history.pushState({}, "", "/acme/gears"));
    await page.waitForSelector('>>> button[aria-label="Star"][aria-pressed="false"]');
    expect(await overlays(page)).toEqual([true]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("shows what changed meanwhile on a page that comes out of the back/forward cache", async () => {
    const { call } = askService(emulator);
    await call(unstarRepository, WIDGETS);
    const { page, complaints } = await openRepository();
    await page.waitForSelector('>>> button[aria-label="Star"][aria-pressed="false"]');
    await page.evaluate(`addEventListener("pageshow", ({ persisted }) => { window.wasKept = persisted; })`);
    await page.goto(`${emulator.webUrl}/acme/gears`);
    await call(starRepository, WIDGETS);
    await page.goBack();
    const button = await page.waitForSelector('>>> button[aria-label="Unstar"][aria-pressed="true"]');
    expect(await page.evaluate("window.wasKept")).toBe(true);
    await button?.click();
    await expect.poll(() => call(checkStar, WIDGETS)).toBe(false);
    expect(await overlays(page)).toHaveLength(1);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("says that it has to be loaded again where an update's overlay doesn't come", async () => {
    const { page, complaints } = await openRepository();
    await browser.uninstallExtension(id);
    const button = await page.waitForSelector(">>> button[aria-pressed]");
    await button?.click();
    const note = await page.waitForSelector(">>> [role=alert]");
    await expect
      .poll(() => note?.evaluate((element) => element.textContent))
      .toContain("Forgehand was updated. Reload the page.");
    await page.evaluate(() => history.pushState({}, "", "/acme/widgets"));
    await expect.poll(() => overlays(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
