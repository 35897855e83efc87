import type { Emulator, EmulatorOptions } from "@forgehand/emulator";
import { emulatorTest } from "@forgehand/emulator/vitest";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { vi } from "vitest";
import { addAccount } from "./add-account.ts";
import { type ChromiumWithExtension, launchWithExtension, saveAccount } from "./chromium.ts";

/** The browser that all test files of a process share. */
let launched: Promise<ChromiumWithExtension> | undefined;

function sharedBrowser(): Promise<ChromiumWithExtension> {
  launched ??= launchSharedBrowser();
  return launched;
}

/** Opens a separate browser context with its own cookies and without the extension. */
export async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const browser = (await sharedBrowser()).context.browser();
  if (!browser) throw new Error("The browser cannot open a separate context.");
  return browser.newContext(options);
}

/** The page that consecutive tests reuse as their tab, because opening one takes as long as a short test. */
let reusablePage: Page | undefined;

const VIEWPORT = { width: 1200, height: 720 };

/** Resets a page after a test, so that it can be reused; a page that can't be reset is closed. */
async function recycle(page: Page): Promise<void> {
  reusablePage = undefined;
  try {
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.emulateMedia({ media: null, colorScheme: "light", forcedColors: null, reducedMotion: null });
    if (page.viewportSize()?.width !== VIEWPORT.width || page.viewportSize()?.height !== VIEWPORT.height) {
      await page.setViewportSize(VIEWPORT);
    }
    await page.goto("about:blank");
    reusablePage = page;
  } catch {
    // The reset that follows closes the page.
  }
}

/** Prints what the overlay says, such as that a change waits for a confirmation. */
async function printOverlay(page: Page): Promise<void> {
  const overlay = page.locator("forgehand-overlay :is(section, .toast)");
  const texts = await overlay.allInnerTexts().catch(() => ["The page does not respond."]);
  console.error(`The overlay on ${page.url()}:\n${texts.join("\n")}`);
}

/**
 * Launches the shared browser. It is never closed explicitly: Vitest tears down worker fixtures after each file and
 * kills the process after the last one, which closes the browser's pipe and thereby ends it.
 */
async function launchSharedBrowser(): Promise<ChromiumWithExtension> {
  const browser = await launchWithExtension();
  // The welcome page, which opens after installation, must not come to the front during a test.
  const isWelcomeOpen = () => browser.context.pages().some((page) => page.url().endsWith("/welcome.html"));
  await vi.waitUntil(isWelcomeOpen, { timeout: 60_000 });
  await browser.reset();
  return browser;
}

/**
 * Vitest's `test` with a new emulator, and a tab of the shared browser.
 * @param options options of each test's emulator
 */
export function browserTest(options?: EmulatorOptions) {
  return emulatorTest(options).extend<{ browser: ChromiumWithExtension; tab: ExtensionTab }>({
    /** The shared browser, with the extension in the state of a new installation. */
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures that this one needs from the pattern
    browser: async ({}, use) => {
      const browser = await sharedBrowser();
      await use(browser);
      await browser.reset(reusablePage && [reusablePage]);
    },
    tab: async ({ browser, emulator, task }, use) => {
      const page = reusablePage ?? (await browser.context.newPage());
      await page.bringToFront();
      await use(new ExtensionTab(page, emulator, browser));
      if (task.result?.state === "fail") await printOverlay(page);
      await recycle(page);
    },
  });
}

/** {@link browserTest} with the demo seed. */
export const test = browserTest();

/** A tab with helpers for the extension and one service. */
export class ExtensionTab {
  readonly page: Page;
  readonly #emulator: Emulator;
  readonly #browser: ChromiumWithExtension;

  constructor(page: Page, emulator: Emulator, browser: ChromiumWithExtension) {
    this.page = page;
    this.#emulator = emulator;
    this.#browser = browser;
  }

  async openOptions(): Promise<void> {
    await this.page.goto(this.#browser.optionsUrl);
  }

  /** Adds an account of the service by message, without opening the options page. */
  async signIn(token: string, more: { readonly api?: string } = {}): Promise<void> {
    await addAccount(await this.#browser.extensionPage(), this.#emulator, token, more);
  }

  /**
   * Adds an account on the options page, which stays open.
   * @returns the page's message
   */
  async signInOnOptions(token: string): Promise<string> {
    await this.openOptions();
    const { webUrl, tokens } = this.#emulator;
    return saveAccount(this.page, { host: webUrl, token: tokens[token] ?? token });
  }

  async openRepository(): Promise<void> {
    await this.page.goto(`${this.#emulator.webUrl}/acme/widgets`);
  }

  /** Opens the repository's page as alice, and waits until the star is known to be unset. */
  async openAsAlice(): Promise<void> {
    await this.signIn("alice");
    await this.openRepository();
    await this.star(false).waitFor();
  }

  async openPullRequest(): Promise<void> {
    await this.page.goto(`${this.#emulator.webUrl}/acme/widgets/pull/1`);
  }

  /** Waits until the extension has finished updating a page after it was opened. */
  async settle(page = this.page): Promise<void> {
    await page.waitForLoadState();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const extensionPage = await this.#browser.extensionPage();
    // The worker responds to this message after all earlier messages of the page's content script.
    await extensionPage.evaluate(`chrome.runtime.sendMessage({ type: "accounts" })`);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }

  /** Waits until the extension listens for its shortcuts, which it does as soon as their part is loaded. */
  async waitForShortcuts(): Promise<void> {
    await this.page.locator("forgehand-overlay style.late").waitFor({ state: "attached" });
  }

  /**
   * Keeps the worker from loading further parts of the overlay.
   * @returns lets it load them
   */
  async holdScripts(): Promise<() => Promise<void>> {
    const [worker] = this.#browser.context.serviceWorkers();
    if (!worker) throw new Error("The extension's worker is not running.");
    await worker.evaluate(`{
      const { executeScript } = chrome.scripting;
      const { promise, resolve } = Promise.withResolvers();
      chrome.scripting.executeScript = (...args) => promise.then(() => executeScript(...args));
      globalThis.releaseScripts = () => {
        chrome.scripting.executeScript = executeScript;
        resolve();
      };
    }`);
    return () => worker.evaluate("releaseScripts()");
  }

  button(name: string | RegExp) {
    return this.page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
  }

  /** The star control once its state is known. */
  star(pressed: boolean) {
    // By attribute, because `getByRole` with `pressed: false` also matches buttons without `aria-pressed`.
    return this.page.locator(`button[aria-label="${pressed ? "Unstar" : "Star"}"][aria-pressed="${pressed}"]`);
  }

  /** Error messages of one control, or of all. */
  alert(control = "") {
    return this.page.getByRole("alert").filter({ hasText: control && `${control}:` });
  }
}
