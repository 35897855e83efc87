import type { Emulator } from "@forgehand/emulator";
import { test as base } from "@forgehand/emulator/vitest";
import type { Page } from "playwright-core";
import { type ExtensionBrowser, launchWithExtension, saveAccount } from "./chromium.ts";

/** The one browser: each `extend` has worker fixtures of its own, which would launch one each. */
let launched: Promise<ExtensionBrowser> | undefined;

/** Vitest's `test` with a fresh service, and a tab of the one browser that all tests of a run share. */
export const test = base.extend<{ sharedBrowser: ExtensionBrowser; browser: ExtensionBrowser; tab: Tab }>({
  sharedBrowser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one needs
    async ({}, use) => {
      launched ??= launchWithExtension();
      await use(await launched);
      const browser = await launched;
      launched = undefined;
      await browser?.close();
    },
    { scope: "worker" },
  ],
  /** As if it had just been installed: no test finds what another one left. */
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
