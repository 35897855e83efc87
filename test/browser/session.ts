import type { Emulator, EmulatorOptions } from "@forgehand/emulator";
import { emulatorTest } from "@forgehand/emulator/vitest";
import type { Page } from "playwright-core";
import { type ExtensionBrowser, launchWithExtension, saveAccount } from "./chromium.ts";

/** The browser that all tests of a worker share. */
let launched: Promise<ExtensionBrowser> | undefined;

/**
 * Vitest's `test` with a new emulator, and a tab of the shared browser.
 * @param options what each test's emulator is started with
 */
export function browserTest(options?: EmulatorOptions) {
  return emulatorTest(options).extend<{ sharedBrowser: ExtensionBrowser; browser: ExtensionBrowser; tab: Tab }>({
    sharedBrowser: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures that this one needs from the pattern
      async ({}, use) => {
        // Each `extend` has worker fixtures of its own; they must not launch one browser each.
        launched ??= launchWithExtension();
        await use(await launched);
        const browser = await launched;
        launched = undefined;
        await browser?.close();
      },
      { scope: "worker" },
    ],
    /** The extension in the state of a new installation. */
    browser: async ({ sharedBrowser }, use) => {
      await use(sharedBrowser);
      await sharedBrowser.reset();
    },
    tab: async ({ browser, emulator }, use) => {
      const page = await browser.context.newPage();
      page.setDefaultTimeout(5_000);
      await use(new Tab(page, emulator, browser.optionsUrl));
    },
  });
}

/** {@link browserTest} with the demo seed. */
export const test = browserTest();

/** A tab with the extension's view of one service. */
export class Tab {
  readonly page: Page;
  readonly #emulator: Emulator;
  readonly #optionsUrl: string;

  constructor(page: Page, emulator: Emulator, optionsUrl: string) {
    this.page = page;
    this.#emulator = emulator;
    this.#optionsUrl = optionsUrl;
  }

  async openOptions(): Promise<void> {
    await this.page.goto(this.#optionsUrl);
  }

  /** Adds the service's account on the options page. @returns what the page says then */
  async signIn(token: string, more: { readonly dialect?: string; readonly api?: string } = {}): Promise<string> {
    await this.openOptions();
    const { webUrl, tokens } = this.#emulator;
    return saveAccount(this.page, { host: webUrl, token: tokens[token] ?? token, ...more });
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
