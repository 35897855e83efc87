import type { Emulator, EmulatorOptions } from "@forgehand/emulator";
import { emulatorTest } from "@forgehand/emulator/vitest";
import type { ElementHandle, Page } from "puppeteer-core";
import { vi } from "vitest";
import { findRole, queryRole } from "./by-role.ts";
import { ExtensionPage, openExtensionPage } from "./extension-page.ts";
import { type FirefoxWithExtension, launchWithExtension } from "./firefox.ts";

/** The Firefox that all tests of a worker share. */
let launched: Promise<FirefoxWithExtension> | undefined;

interface FirefoxFixtures {
  sharedFirefox: FirefoxWithExtension;
  firefox: FirefoxWithExtension;
  tab: FirefoxTab;
  extensionPage: ExtensionPage;
}

/**
 * Vitest's `test` with a new emulator, and a tab of the shared Firefox.
 * @param options options of each test's emulator
 */
export function firefoxTest(options?: EmulatorOptions) {
  return emulatorTest(options).extend<FirefoxFixtures>({
    sharedFirefox: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures that this one needs from the pattern
      async ({}, use) => {
        // Each `extend` has its own worker fixtures, which must share one browser.
        launched ??= launchWithExtension();
        await use(await launched);
        const firefox = await launched;
        launched = undefined;
        await firefox?.close();
      },
      { scope: "worker" },
    ],
    /** The shared Firefox, with the extension in the state of a new installation. */
    firefox: async ({ sharedFirefox }, use) => {
      await use(sharedFirefox);
      await sharedFirefox.reset();
    },
    tab: async ({ firefox, emulator }, use) => {
      const page = await firefox.browser.newPage();
      page.setDefaultTimeout(60_000);
      await use(new FirefoxTab(page, emulator, firefox));
    },
    extensionPage: async ({ firefox }, use) => {
      const page = await firefox.browser.newPage();
      await openExtensionPage(page, firefox.pageUrl("popup.html"));
      await use(new ExtensionPage(page));
    },
  });
}

/** {@link firefoxTest} with the demo seed. */
export const test = firefoxTest();

/** A tab with helpers for the extension and one service. */
export class FirefoxTab {
  readonly page: Page;
  readonly #emulator: Emulator;
  readonly #firefox: FirefoxWithExtension;

  constructor(page: Page, emulator: Emulator, firefox: FirefoxWithExtension) {
    this.page = page;
    this.#emulator = emulator;
    this.#firefox = firefox;
  }

  async pressControlEnter(): Promise<void> {
    await this.page.keyboard.down("Control");
    await this.page.keyboard.press("Enter");
    await this.page.keyboard.up("Control");
  }

  /** Opens a page of the extension in this tab. */
  async openExtensionPage(file: string): Promise<void> {
    // In background tabs, timers fire only once per second.
    await this.page.bringToFront();
    await openExtensionPage(this.page, this.#firefox.pageUrl(file));
  }

  /**
   * Adds an account on the options page.
   * @returns the page's message
   */
  async signIn(token: string, host = this.#emulator.webUrl): Promise<string> {
    await this.openExtensionPage("options.html");
    const { tokens } = this.#emulator;
    await (await this.find("textbox", "Host")).type(host);
    await (await this.find("textbox", "Token")).type(tokens[token] ?? token);
    await this.click("button", "Save");
    return this.text("[role=status]:not(:empty), [role=alert]");
  }

  /**
   * Opens a page of the emulator.
   * @returns its URL
   */
  async open(path: string): Promise<string> {
    const url = `${this.#emulator.webUrl}${path}`;
    await this.page.bringToFront();
    await this.page.goto(url);
    return url;
  }

  /** Waits for the element with this role and name, including those in overlays. */
  find(role: string, name: string | RegExp, within?: ElementHandle<Element>) {
    return findRole(this.page, { role, name, within });
  }

  /** Whether an element with this role and name is currently present. */
  async has(role: string, name: string | RegExp): Promise<boolean> {
    return (await queryRole(this.page, { role, name })) !== undefined;
  }

  /** Clicks with real input events. */
  async click(role: string, name: string | RegExp, within?: ElementHandle<Element>): Promise<void> {
    await (await this.find(role, name, within)).click();
  }

  /** Checks a checkbox, retrying while the layout around it changes. */
  async tick(name: string): Promise<void> {
    await vi.waitFor(
      async () => {
        const box = await this.find("checkbox", name);
        const isTicked = await box.evaluate((node) => node instanceof HTMLInputElement && node.checked);
        if (isTicked) return;
        await box.click();
        throw new Error(`${name} is not ticked.`);
      },
      { timeout: 60_000, interval: 100 },
    );
  }

  /** Waits for an element and returns its text. */
  async text(selector: string): Promise<string> {
    const element = await this.page.waitForSelector(selector);
    return (await element?.evaluate((node) => node.textContent)) ?? "";
  }
}
