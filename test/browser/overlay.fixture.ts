import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Emulator, EmulatorOptions } from "@forgehand/emulator";
import type { Page } from "playwright-core";
import { DEFAULT_SETTINGS } from "../../extension/settings.ts";
import { CONTROL_AXE_OPTIONS } from "./axe-rules.ts";
import { type ChromiumWithExtension, killWorker } from "./chromium.ts";
import { inIsolatedWorld } from "./isolated-world.ts";
import { browserTest, type ExtensionTab } from "./session.ts";
import { signInOnSite, signOutOnSite } from "./site-session.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Folder for screenshots; none are taken if it is not set. */
const SCREENSHOT_FOLDER = process.env["FORGEHAND_PICTURES"];

/** Helpers for the overlay on a tab's page. */
export class OverlayTab {
  readonly page: Page;
  readonly #browser: ChromiumWithExtension;
  readonly #webUrl: string;

  constructor({ page }: ExtensionTab, browser: ChromiumWithExtension, { webUrl }: Emulator) {
    this.page = page;
    this.#browser = browser;
    this.#webUrl = webUrl;
  }

  /** All overlays on the page. */
  get all() {
    return this.page.locator("forgehand-overlay");
  }

  get bar() {
    return this.page.getByRole("region", { name: "Forgehand" });
  }

  /** The message about the last action. */
  get toast() {
    return this.page.locator("forgehand-overlay .toast");
  }

  get mismatch() {
    return this.page.getByRole("alert").filter({ hasText: "signed in as" });
  }

  open(path: string) {
    return this.page.goto(this.#webUrl + path);
  }

  /** Signs in on the emulator's login page. */
  async signInOnPage(login: string): Promise<void> {
    await signInOnSite(this.page, this.#webUrl, login);
  }

  /** Signs out with the page's own button, and waits until the page shows it. */
  async signOutOnPage(): Promise<void> {
    await signOutOnSite(this.page);
    await this.page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Sign in" }).waitFor();
  }

  /** Opens another tab of the same browser. */
  async openInNewTab(path: string): Promise<Page> {
    const page = await this.#browser.context.newPage();
    await page.goto(this.#webUrl + path);
    return page;
  }

  /** Sends the worker a message from a page of the extension. */
  async sendFromExtensionPage(type: string, request: object = {}): Promise<unknown> {
    return this.withExtensionPage((page) =>
      page.evaluate(`chrome.runtime.sendMessage(${JSON.stringify({ type, ...request })})`),
    );
  }

  async saveSettings(changes: object): Promise<void> {
    await this.sendFromExtensionPage("save-settings", { settings: { ...DEFAULT_SETTINGS, ...changes } });
  }

  /** Sends the worker a message from the extension's content script on this page. */
  async sendFromContentScript(type: string, request: object = {}): Promise<unknown> {
    return inIsolatedWorld(this.page, `chrome.runtime.sendMessage(${JSON.stringify({ type, ...request })})`);
  }

  /** Stops the extension's worker, as the browser does when it is idle. */
  async killWorker(): Promise<void> {
    await this.withExtensionPage(killWorker);
  }

  async withExtensionPage<T>(run: (page: Page) => Promise<T>): Promise<T> {
    return run(await this.#browser.extensionPage());
  }

  /** Returns axe's violations in the overlay, in light and dark mode. */
  async axeViolations(): Promise<unknown[]> {
    const violations = [];
    await this.page.evaluate(AXE);
    for (const colorScheme of ["light", "dark"] as const) {
      await this.page.emulateMedia({ colorScheme });
      violations.push(
        await this.page.evaluate(
          `axe.run("forgehand-overlay", ${JSON.stringify(CONTROL_AXE_OPTIONS[colorScheme])})
            .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))`,
        ),
      );
    }
    await this.page.emulateMedia({ colorScheme: "light" });
    return violations.flat();
  }

  /** Takes screenshots in light and dark mode, if a folder for them is set. */
  async takeScreenshots(name: string): Promise<void> {
    if (!SCREENSHOT_FOLDER) return;
    for (const colorScheme of ["light", "dark"] as const) {
      await this.page.emulateMedia({ colorScheme });
      await this.page.screenshot({ path: `${SCREENSHOT_FOLDER}/overlay-${name}-${colorScheme}.png` });
    }
    await this.page.emulateMedia({ colorScheme: "light" });
  }
}

/**
 * {@link browserTest} with helpers for the overlay.
 * @param options options of each test's emulator
 */
export const overlayTest = (options?: EmulatorOptions) =>
  browserTest(options).extend<{ overlay: OverlayTab }>({
    overlay: async ({ browser, tab, emulator }, use) => {
      await use(new OverlayTab(tab, browser, emulator));
    },
  });

/** {@link overlayTest} with the demo seed. */
export const test = overlayTest();
