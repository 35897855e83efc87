import { fileURLToPath } from "node:url";
import puppeteer, { type Browser } from "puppeteer-core";
import { FIREFOX_ID } from "../../extension/manifest/firefox.ts";
import { findFirefox } from "../../scripts/firefox.mjs";
import { openOwnPage } from "./own-page.ts";

/** A build of one's own may be tested in place of the one that set-up makes. */
const EXTENSION =
  process.env["FORGEHAND_EXTENSION"] ?? fileURLToPath(new URL("../../extension/.output/firefox-mv3", import.meta.url));

/** Firefox draws it anew for each profile, unless it is told. */
const UUID = "f0a9e4a2-7c1d-4b3e-9d52-0c6b8e1f2a34";

/** How long the background page may do nothing before it is stopped, in seconds; 30 for people. */
export const IDLE = 2;

/** A Firefox of its own, with the extension in it. */
export interface ExtensionBrowser {
  readonly browser: Browser;
  /** The address of one of the extension's own pages. */
  pageUrl(file: string): string;
  /** Installs the extension once more, as an update does. */
  install(): Promise<unknown>;
  /** Takes away all that the extension has kept, and every tab. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts Firefox with the built extension and an empty profile.
 * @param home the person's folder, in place of the one that runs the tests
 */
export async function launchWithExtension(home?: string): Promise<ExtensionBrowser> {
  const executablePath = findFirefox();
  if (!executablePath) throw new Error("No Firefox here. Run `npm run test:full`, or set FIREFOX_PATH.");
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    headless: true,
    ...(home !== undefined && { env: { ...process.env, HOME: home } }),
    defaultViewport: { width: 1200, height: 720 },
    // Else the extension's own pages can't be opened.
    args: ["--remote-allow-system-access"],
    // Whoever launched it closes it, and so takes its profile away too.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    extraPrefsFirefox: {
      // Nobody can click a prompt in a headless browser. The extension still asks, in the way it asks a person.
      "extensions.webextOptionalPermissionPrompts": false,
      "extensions.webextensions.uuids": JSON.stringify({ [FIREFOX_ID]: UUID }),
      "extensions.background.idle.timeout": IDLE * 1000,
      "intl.accept_languages": "en",
    },
  });
  const install = () => browser.installExtension(EXTENSION);
  await install();
  const [first = await browser.newPage()] = await browser.pages();
  const pageUrl = (file: string) => `moz-extension://${UUID}/${file}`;
  return {
    ...{ browser, install, pageUrl },
    async reset() {
      for (const page of await browser.pages()) if (page !== first) await page.close();
      await openOwnPage(first, pageUrl("popup.html"));
      const isWiped = await first.evaluate(`browser.runtime.sendMessage({ type: "wipe" }).then(({ ok }) => ok)`);
      if (isWiped !== true) throw new Error("What the extension has kept is still there.");
      await first.goto("about:blank");
    },
    close: () => browser.close(),
  };
}
