import type { Emulator, EmulatorOptions } from "@forgehand/emulator";
import { emulatorTest } from "@forgehand/emulator/vitest";
import type { ElementHandle, Page } from "puppeteer-core";
import { vi } from "vitest";
import { findRole, queryRole } from "./by-role.ts";
import { type ExtensionBrowser, launchWithExtension } from "./firefox.ts";
import { OwnPage, openOwnPage } from "./own-page.ts";

/** The Firefox that all tests of a worker share. */
let launched: Promise<ExtensionBrowser> | undefined;

interface FirefoxFixtures {
  sharedFirefox: ExtensionBrowser;
  firefox: ExtensionBrowser;
  tab: Tab;
  own: OwnPage;
}

/**
 * Vitest's `test` with a new emulator, and a tab of the shared Firefox.
 * @param options what each test's emulator is started with
 */
export function firefoxTest(options?: EmulatorOptions) {
  return emulatorTest(options).extend<FirefoxFixtures>({
    sharedFirefox: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures that this one needs from the pattern
      async ({}, use) => {
        // Each `extend` has worker fixtures of its own; they must not launch one browser each.
        launched ??= launchWithExtension();
        await use(await launched);
        const firefox = await launched;
        launched = undefined;
        await firefox?.close();
      },
      { scope: "worker" },
    ],
    /** The extension in the state of a new installation. */
    firefox: async ({ sharedFirefox }, use) => {
      await use(sharedFirefox);
      await sharedFirefox.reset();
    },
    tab: async ({ firefox, emulator }, use) => {
      const page = await firefox.browser.newPage();
      page.setDefaultTimeout(60_000);
      await use(new Tab(page, emulator, firefox));
    },
    own: async ({ firefox }, use) => {
      const page = await firefox.browser.newPage();
      await openOwnPage(page, firefox.pageUrl("popup.html"));
      await use(new OwnPage(page));
    },
  });
}

/** {@link firefoxTest} with the demo seed. */
export const test = firefoxTest();

/** A tab with the extension's view of one service. */
export class Tab {
  readonly page: Page;
  readonly #emulator: Emulator;
  readonly #firefox: ExtensionBrowser;

  constructor(page: Page, emulator: Emulator, firefox: ExtensionBrowser) {
    this.page = page;
    this.#emulator = emulator;
    this.#firefox = firefox;
  }

  /** Opens one of the extension's own pages. */
  async openOwn(file: string): Promise<void> {
    // Behind another tab a page's timers go once a second.
    await this.page.bringToFront();
    await openOwnPage(this.page, this.#firefox.pageUrl(file));
  }

  /** Adds the service's account on the options page. @returns what the page says then */
  async signIn(token: string, host = this.#emulator.webUrl): Promise<string> {
    await this.openOwn("options.html");
    const { tokens } = this.#emulator;
    await (await this.find("textbox", "Host")).type(host);
    await (await this.find("textbox", "Token")).type(tokens[token] ?? token);
    await this.click("button", "Save");
    return this.text("[role=status]:not(:empty), [role=alert]");
  }

  /** Opens a page of the forge. @returns its address */
  async open(path: string): Promise<string> {
    const url = `${this.#emulator.webUrl}${path}`;
    await this.page.bringToFront();
    await this.page.goto(url);
    return url;
  }

  /** What has this role and name, overlays included, once it is there. */
  find(role: string, name: string | RegExp, within?: ElementHandle<Element>) {
    return findRole(this.page, { role, name, within });
  }

  /** Whether there is such a thing now. */
  async has(role: string, name: string | RegExp): Promise<boolean> {
    return (await queryRole(this.page, { role, name })) !== undefined;
  }

  /** Clicks as a person does. */
  async click(role: string, name: string | RegExp, within?: ElementHandle<Element>): Promise<void> {
    await (await this.find(role, name, within)).click();
  }

  /** Ticks a box, once what is around it has come to rest. */
  async tick(name: string): Promise<void> {
    await vi.waitFor(
      async () => {
        const box = await this.find("checkbox", name);
        const isTicked = await box.evaluate((it) => it instanceof HTMLInputElement && it.checked);
        if (isTicked) return;
        await box.click();
        throw new Error(`${name} is not ticked.`);
      },
      { timeout: 60_000, interval: 100 },
    );
  }

  /** What something says, once it is there. */
  async text(selector: string): Promise<string> {
    const element = await this.page.waitForSelector(selector);
    return (await element?.evaluate((it) => it.textContent)) ?? "";
  }
}
