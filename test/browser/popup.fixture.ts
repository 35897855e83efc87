import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { DEFAULT_SETTINGS } from "../../extension/settings.ts";
import { CONTROL_AXE_OPTIONS } from "./axe-rules.ts";
import { test as base } from "./session.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Where to put pictures of what is tested, for whoever wants to look at them. */
const PICTURES = process.env["FORGEHAND_PICTURES"];

/** The popup, in a tab of its own: it speaks of the tab that was in front before. */
class PopupTab {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  section(name: string) {
    return this.page.getByRole("region", { name, exact: true });
  }

  /** Asks the worker, as this page does. */
  ask(type: string, request: object = {}): Promise<unknown> {
    return this.page.evaluate(`chrome.runtime.sendMessage(${JSON.stringify({ type, ...request })})`);
  }

  /** Changes some settings. */
  async saveSettings(changes: object): Promise<void> {
    const settings = { ...DEFAULT_SETTINGS, ...changes };
    await this.ask("save-settings", { settings });
  }

  /** What axe finds wrong, in light and in dark. */
  async faults(): Promise<unknown[]> {
    const found = [];
    await this.page.evaluate(AXE);
    for (const colorScheme of ["light", "dark"] as const) {
      await this.page.emulateMedia({ colorScheme });
      found.push(
        await this.page.evaluate(
          `axe.run(${JSON.stringify(CONTROL_AXE_OPTIONS[colorScheme])})
            .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))`,
        ),
      );
    }
    return found.flat();
  }

  /** Takes a picture for whoever wants to look. */
  async picture(name: string): Promise<void> {
    if (!PICTURES) return;
    mkdirSync(PICTURES, { recursive: true });
    for (const colorScheme of ["light", "dark"] as const) {
      await this.page.emulateMedia({ colorScheme });
      await this.page.screenshot({ path: `${PICTURES}/popup-${name}-${colorScheme}.png`, fullPage: true });
    }
  }
}

interface Fixtures {
  /** Adds the service's account. */
  signIn: (token: string) => Promise<void>;
  /** Opens the popup over the tab, as it then is. */
  popup: () => Promise<PopupTab>;
}

export const test = base.extend<Fixtures>({
  signIn: async ({ tab }, use) => {
    await use((token) => tab.signIn(token));
  },
  popup: async ({ browser, tab }, use) => {
    await use(async () => {
      await tab.page.bringToFront();
      const page = await browser.context.newPage();
      await page.setViewportSize({ width: 380, height: 560 });
      await page.goto(browser.optionsUrl.replace("options.html", "popup.html"));
      await page.getByRole("heading", { level: 1 }).waitFor();
      return new PopupTab(page);
    });
  },
});
