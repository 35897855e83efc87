import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Emulator } from "@forgehand/emulator";
import type { Page } from "playwright-core";
import { DEFAULT_SETTINGS } from "../../extension/settings.ts";
import { CONTROL_AXE_OPTIONS } from "./axe-rules.ts";
import { type ExtensionBrowser, killWorker } from "./chromium.ts";
import { inIsolatedWorld } from "./isolated-world.ts";
import { test as base, type Tab } from "./session.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Where to put pictures of what is tested, for whoever wants to look at them. */
const PICTURES = process.env["FORGEHAND_PICTURES"];

/** The overlay on a tab's page. */
export class OverlayTab {
  readonly page: Page;
  readonly #browser: ExtensionBrowser;
  readonly #webUrl: string;

  constructor({ page }: Tab, browser: ExtensionBrowser, { webUrl }: Emulator) {
    this.page = page;
    this.#browser = browser;
    this.#webUrl = webUrl;
  }

  /** Every overlay that there is. */
  get all() {
    return this.page.locator("html > forgehand-overlay");
  }

  get bar() {
    return this.page.getByRole("region", { name: "Forgehand" });
  }

  /** What is told of something that was done. */
  get toast() {
    return this.page.locator("forgehand-overlay .toast");
  }

  get mismatch() {
    return this.page.getByRole("alert").filter({ hasText: "signed in as" });
  }

  open(path: string) {
    return this.page.goto(this.#webUrl + path);
  }

  /** Signs in on the forge's own page. */
  async signInOnPage(login: string): Promise<void> {
    await this.open("/login");
    await this.page.getByRole("button", { name: new RegExp(`^${login}\\b`) }).click();
    await this.page.getByRole("button", { name: "Sign out" }).waitFor();
  }

  /** Another tab of the same browser. */
  async another(path: string): Promise<Page> {
    const page = await this.#browser.context.newPage();
    await page.goto(this.#webUrl + path);
    return page;
  }

  /** Asks the worker what only the extension's own pages may ask. */
  async askAsOwn(type: string, request: object = {}): Promise<unknown> {
    return this.onOwnPage((page) =>
      page.evaluate(`chrome.runtime.sendMessage(${JSON.stringify({ type, ...request })})`),
    );
  }

  async saveSettings(changes: object): Promise<void> {
    await this.askAsOwn("save-settings", { settings: { ...DEFAULT_SETTINGS, ...changes } });
  }

  /** Asks the worker as a script of the extension's on this page does. */
  async ask(type: string, request: object = {}): Promise<unknown> {
    return inIsolatedWorld(this.page, `chrome.runtime.sendMessage(${JSON.stringify({ type, ...request })})`);
  }

  /** Ends the extension's worker, as a browser does when it has been idle. */
  async killWorker(): Promise<void> {
    await this.onOwnPage(killWorker);
  }

  /** Runs something on a page of the extension's own. */
  async onOwnPage<T>(run: (page: Page) => Promise<T>): Promise<T> {
    return run(await this.#browser.ownPage());
  }

  /** What axe finds wrong with the overlay, in light and in dark. */
  async faults(): Promise<unknown[]> {
    const found = [];
    await this.page.evaluate(AXE);
    for (const colorScheme of ["light", "dark"] as const) {
      await this.page.emulateMedia({ colorScheme });
      found.push(
        await this.page.evaluate(
          `axe.run("forgehand-overlay", ${JSON.stringify(CONTROL_AXE_OPTIONS[colorScheme])})
            .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))`,
        ),
      );
    }
    await this.page.emulateMedia({ colorScheme: "light" });
    return found.flat();
  }

  /** Takes a picture for whoever wants to look. */
  async picture(name: string): Promise<void> {
    if (!PICTURES) return;
    for (const colorScheme of ["light", "dark"] as const) {
      await this.page.emulateMedia({ colorScheme });
      await this.page.screenshot({ path: `${PICTURES}/overlay-${name}-${colorScheme}.png` });
    }
    await this.page.emulateMedia({ colorScheme: "light" });
  }
}

export const test = base.extend<{ overlay: OverlayTab }>({
  overlay: async ({ browser, tab, emulator }, use) => {
    await use(new OverlayTab(tab, browser, emulator));
  },
});
