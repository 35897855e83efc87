import { checkStar, starRepository, unstarRepository } from "@forgehand/core/operations";
import { type Emulator, startEmulator } from "@forgehand/emulator";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM } from "../../scripts/browsers.mjs";
import { findProgram } from "../../scripts/program.mjs";
import { createServiceClient, WIDGETS } from "../service/service-client.ts";
import { EXTENSION_FOLDER, removeProfile, temporaryProfile } from "./chromium.ts";

// Uses Puppeteer, which can reinstall an extension (as an update does) and has a back/forward cache; Playwright has
// neither.

let profile: string;
let browser: Browser;
let emulator: Emulator;
let id: string;

beforeAll(async () => {
  profile = temporaryProfile();
  emulator = await startEmulator();
  browser = await puppeteer.launch({
    executablePath: findProgram(CHROMIUM) ?? "",
    pipe: true,
    enableExtensions: [EXTENSION_FOLDER],
    userDataDir: profile,
    args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-background-networking"],
  });
  const worker = await browser.waitForTarget((target) => target.type() === "service_worker");
  id = new URL(worker.url()).host;
  const extensionPage = await browser.newPage();
  await extensionPage.goto("chrome://extensions");
  await extensionPage.evaluate(`chrome.developerPrivate.addHostPermission("${id}", "http://127.0.0.1/*")`);
  await extensionPage.goto(`chrome-extension://${id}/options.html`);
  const account = {
    origin: emulator.webUrl,
    apiUrl: emulator.apiUrl,
    dialect: "github",
    token: emulator.tokens["alice"],
  };
  const saved = await extensionPage.evaluate(`chrome.permissions.request({ origins: ["http://127.0.0.1/*"] })
    .then(() => chrome.runtime.sendMessage(${JSON.stringify({ type: "save-account", ...account })}))`);
  expect(saved).toMatchObject({ ok: true });
  await extensionPage.close();
});

afterAll(async () => {
  await browser.close();
  await emulator.stop();
  removeProfile(profile);
});

/** Opens the repository's page with its overlay, and collects all errors of its scripts. */
async function openRepository(): Promise<{ page: Page; pageErrors: unknown[] }> {
  const page = await browser.newPage();
  const pageErrors: unknown[] = [];
  page.on("pageerror", (error) => pageErrors.push(error));
  await page.goto(`${emulator.webUrl}/acme/widgets`);
  await page.waitForSelector(">>> button[aria-pressed]");
  await page.evaluate(() => document.querySelector("forgehand-overlay")?.setAttribute("data-before", ""));
  return { page, pageErrors };
}

const overlays = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("forgehand-overlay")].map((host) => !host.hasAttribute("data-before")),
  );

/** Counts how often the old overlay is inserted after the new one has first appeared. */
async function observeReturns(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const counts = { returns: 0 };
    let isReplaced = false;
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof HTMLElement && node.localName === "forgehand-overlay")) continue;
        if (!node.hasAttribute("data-before")) isReplaced = true;
        else if (isReplaced) counts.returns++;
      }
    }).observe(document, { subtree: true, childList: true });
    return counts;
  });
  return () => counter.evaluate(({ returns }) => returns);
}

describe("an open tab", () => {
  test("has only the new overlay after an update, and it works", async () => {
    const { page, pageErrors } = await openRepository();
    const returns = await observeReturns(page);
    await browser.installExtension(EXTENSION_FOLDER);
    await expect.poll(() => overlays(page)).toEqual([true]);
    const button = await page.waitForSelector('>>> button[aria-pressed="false"]');
    await button?.click();
    await expect.poll(() => createServiceClient(emulator).call(checkStar, WIDGETS)).toBe(true);
    await page.evaluate(() => history.pushState({}, "", "/acme/gears"));
    await page.waitForSelector('>>> button[aria-label="Star"][aria-pressed="false"]');
    expect(await overlays(page)).toEqual([true]);
    expect(await returns()).toBe(0);
    expect(pageErrors).toEqual([]);
    await page.close();
  });

  test("shows the current state on a page from the back/forward cache", async () => {
    const { call } = createServiceClient(emulator);
    await call(unstarRepository, WIDGETS);
    const { page, pageErrors } = await openRepository();
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
    expect(pageErrors).toEqual([]);
    await page.close();
  });

  test("asks for a reload if no new overlay appears after an update", async () => {
    const { page, pageErrors } = await openRepository();
    // A paused worker keeps the message of the press pending, which the browser then drops.
    const worker = await browser.waitForTarget((target) => target.type() === "service_worker");
    const debugging = await worker.createCDPSession();
    await debugging.send("Debugger.enable");
    const paused = new Promise((resolve) => debugging.once("Debugger.paused", resolve));
    await debugging.send("Debugger.pause");
    const button = await page.waitForSelector(">>> button[aria-pressed]");
    await button?.click();
    await paused;
    await browser.uninstallExtension(id);
    const note = await page.waitForSelector(">>> [role=alert]");
    await expect
      .poll(() => note?.evaluate((element) => element.textContent))
      .toContain("Forgehand was updated. Reload the page.");
    await page.evaluate(() => history.pushState({}, "", "/acme/widgets"));
    await expect.poll(() => overlays(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
    await page.close();
  });
});
