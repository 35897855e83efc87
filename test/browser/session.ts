import type { Emulator, EmulatorOptions } from "@forgehand/emulator";
import { emulatorTest } from "@forgehand/emulator/vitest";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { vi } from "vitest";
import { addAccount } from "./add-account.ts";
import { type ExtensionBrowser, launchWithExtension, saveAccount } from "./chromium.ts";

/** The browser that all test files of a process share. */
let launched: Promise<ExtensionBrowser> | undefined;

/** The browser that all test files of a process share, whatever state it is in. */
function sharedBrowser(): Promise<ExtensionBrowser> {
  launched ??= launchShared();
  return launched;
}

/** Opens a window of the shared browser that has cookies of its own, and no extension. */
export async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const browser = (await sharedBrowser()).context.browser();
  if (!browser) throw new Error("The browser opens no window of its own.");
  return browser.newContext(options);
}

/** The page of the tests' tabs, one after the other: to open one costs as much as a short test. */
let spare: Page | undefined;

const VIEWPORT = { width: 1200, height: 720 };

/** Makes a page that a test has used like a new one; a page that can't be is closed. */
async function recycle(page: Page): Promise<void> {
  spare = undefined;
  try {
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.emulateMedia({ media: null, colorScheme: "light", forcedColors: null, reducedMotion: null });
    if (page.viewportSize()?.width !== VIEWPORT.width || page.viewportSize()?.height !== VIEWPORT.height) {
      await page.setViewportSize(VIEWPORT);
    }
    await page.goto("about:blank");
    spare = page;
  } catch {
    // The reset that follows closes it.
  }
}

/**
 * Vitest tears worker fixtures down after each file, and kills the process after the last one: the browser ends by
 * itself then, as the pipe by which it is driven closes.
 */
async function launchShared(): Promise<ExtensionBrowser> {
  const browser = await launchWithExtension();
  // The page that follows an installation must not come in front during a test.
  const hasWelcome = () => browser.context.pages().some((page) => page.url().endsWith("/welcome.html"));
  await vi.waitUntil(hasWelcome, { timeout: 60_000 });
  await browser.reset();
  return browser;
}

/**
 * Vitest's `test` with a new emulator, and a tab of the shared browser.
 * @param options what each test's emulator is started with
 */
export function browserTest(options?: EmulatorOptions) {
  return emulatorTest(options).extend<{ browser: ExtensionBrowser; tab: Tab }>({
    /** The extension in the state of a new installation. */
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures that this one needs from the pattern
    browser: async ({}, use) => {
      const browser = await sharedBrowser();
      await use(browser);
      await browser.reset(spare && [spare]);
    },
    tab: async ({ browser, emulator }, use) => {
      const page = spare ?? (await browser.context.newPage());
      await page.bringToFront();
      await use(new Tab(page, emulator, browser));
      await recycle(page);
    },
  });
}

/** {@link browserTest} with the demo seed. */
export const test = browserTest();

/** A tab with the extension's view of one service. */
export class Tab {
  readonly page: Page;
  readonly #emulator: Emulator;
  readonly #browser: ExtensionBrowser;

  constructor(page: Page, emulator: Emulator, browser: ExtensionBrowser) {
    this.page = page;
    this.#emulator = emulator;
    this.#browser = browser;
  }

  async openOptions(): Promise<void> {
    await this.page.goto(this.#browser.optionsUrl);
  }

  /** Adds the service's account by message, without opening a page. */
  async signIn(token: string, more: { readonly api?: string } = {}): Promise<void> {
    await addAccount(await this.#browser.ownPage(), this.#emulator, token, more);
  }

  /** Adds the service's account on the options page, which stays open. @returns what the page says then */
  async signInOnOptions(token: string): Promise<string> {
    await this.openOptions();
    const { webUrl, tokens } = this.#emulator;
    return saveAccount(this.page, { host: webUrl, token: tokens[token] ?? token });
  }

  async openRepository(): Promise<void> {
    await this.page.goto(`${this.#emulator.webUrl}/acme/widgets`);
  }

  /** The repository's page for alice, once it is known that she has not starred it. */
  async openAsAlice(): Promise<void> {
    await this.signIn("alice");
    await this.openRepository();
    await this.star(false).waitFor();
  }

  async openPullRequest(): Promise<void> {
    await this.page.goto(`${this.#emulator.webUrl}/acme/widgets/pull/1`);
  }

  /** Waits until the extension has done all that it does on a page that was opened. */
  async settle(page = this.page): Promise<void> {
    await page.waitForLoadState();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const own = await this.#browser.ownPage();
    // The worker answers this after all that a script on the page asked before.
    await own.evaluate(`chrome.runtime.sendMessage({ type: "accounts" })`);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  }

  button(name: string | RegExp) {
    return this.page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
  }

  /** The star control, once it is known whether there is a star. */
  star(pressed: boolean) {
    // By attribute: for a role, "not pressed" holds of a button that says nothing of being pressed, too.
    return this.page.locator(`button[aria-label="${pressed ? "Unstar" : "Star"}"][aria-pressed="${pressed}"]`);
  }

  /** What went wrong, of one control where it is named. */
  alert(control = "") {
    return this.page.getByRole("alert").filter({ hasText: control && `${control}:` });
  }
}
