import { fileURLToPath } from "node:url";
import puppeteer, { type Browser } from "puppeteer-core";
import { FIREFOX_ID } from "../../extension/manifest/firefox.ts";
import { FIREFOX } from "../../scripts/browsers.mjs";
import { findProgram } from "../../scripts/program.mjs";
import { openExtensionPage } from "./extension-page.ts";

const EXTENSION_FOLDER = fileURLToPath(new URL("../../extension/.output/firefox-mv3", import.meta.url));

/** Fixed, because Firefox otherwise generates a new one for each profile. */
const EXTENSION_UUID = "f0a9e4a2-7c1d-4b3e-9d52-0c6b8e1f2a34";

/** Seconds of inactivity after which Firefox stops the background page; 30 by default. */
export const IDLE_SECONDS = 2;

export interface FirefoxWithExtension {
  readonly browser: Browser;
  /** URL of a page of the extension. */
  pageUrl(file: string): string;
  /** Installs the extension again, as an update does. */
  install(): Promise<unknown>;
  /** Deletes all data of the extension, and closes all tabs. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts Firefox with the built extension and an empty profile.
 * @param home home folder of the browser's process; default that of the test run
 */
export async function launchWithExtension(home?: string): Promise<FirefoxWithExtension> {
  const executablePath = findProgram(FIREFOX);
  if (!executablePath) throw new Error("Firefox was not found. Run `npm run test:full`, or set FIREFOX_PATH.");
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    headless: true,
    ...(home !== undefined && { env: { ...process.env, HOME: home } }),
    defaultViewport: { width: 1200, height: 720 },
    // Required to open pages of the extension.
    args: ["--remote-allow-system-access"],
    // The caller closes the browser, and thereby removes its profile.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    extraPrefsFirefox: {
      // A headless browser shows no permission prompts. The extension still has to request permissions as usual.
      "extensions.webextOptionalPermissionPrompts": false,
      "extensions.webextensions.uuids": JSON.stringify({ [FIREFOX_ID]: EXTENSION_UUID }),
      "extensions.background.idle.timeout": IDLE_SECONDS * 1000,
      "intl.accept_languages": "en",
    },
  });
  const install = () => browser.installExtension(EXTENSION_FOLDER);
  await install();
  const [first = await browser.newPage()] = await browser.pages();
  const pageUrl = (file: string) => `moz-extension://${EXTENSION_UUID}/${file}`;
  return {
    browser,
    install,
    pageUrl,
    async reset() {
      for (const page of await browser.pages()) if (page !== first) await page.close();
      await openExtensionPage(first, pageUrl("popup.html"));
      const isWiped = await first.evaluate(`browser.runtime.sendMessage({ type: "wipe" }).then(({ ok }) => ok)`);
      if (isWiped !== true) throw new Error("The extension's data could not be deleted.");
      await first.goto("about:blank");
    },
    close: () => browser.close(),
  };
}
