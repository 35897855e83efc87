import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { DEFAULT_SETTINGS } from "../../extension/settings.ts";
import { CONTROL_AXE_OPTIONS } from "./axe-rules.ts";
import { test as base } from "./session.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Folder for screenshots; none are taken if it is not set. */
const SCREENSHOT_FOLDER = process.env["FORGEHAND_PICTURES"];

/** The popup in a tab of its own. It shows the tab that was active before. */
class PopupTab {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  section(name: string) {
    return this.page.getByRole("region", { name, exact: true });
  }

  /** Sends the worker a message from the popup. */
  sendMessage(type: string, request: object = {}): Promise<unknown> {
    return this.page.evaluate(`chrome.runtime.sendMessage(${JSON.stringify({ type, ...request })})`);
  }

  async saveSettings(changes: object): Promise<void> {
    const settings = { ...DEFAULT_SETTINGS, ...changes };
    await this.sendMessage("save-settings", { settings });
  }

  /** Returns axe's violations, in light and dark mode. */
  async axeViolations(): Promise<unknown[]> {
    const violations = [];
    await this.page.evaluate(AXE);
    for (const colorScheme of ["light", "dark"] as const) {
      await this.page.emulateMedia({ colorScheme });
      violations.push(
        await this.page.evaluate(
          `axe.run(${JSON.stringify(CONTROL_AXE_OPTIONS[colorScheme])})
            .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))`,
        ),
      );
    }
    return violations.flat();
  }

  /** Takes screenshots in light and dark mode, if a folder for them is set. */
  async takeScreenshots(name: string): Promise<void> {
    if (!SCREENSHOT_FOLDER) return;
    mkdirSync(SCREENSHOT_FOLDER, { recursive: true });
    for (const colorScheme of ["light", "dark"] as const) {
      await this.page.emulateMedia({ colorScheme });
      await this.page.screenshot({ path: `${SCREENSHOT_FOLDER}/popup-${name}-${colorScheme}.png`, fullPage: true });
    }
  }
}

interface PopupFixtures {
  /** Adds an account of the service. */
  signIn: (token: string) => Promise<void>;
  /** Opens the popup for the tab in its current state. */
  popup: () => Promise<PopupTab>;
}

export const test = base.extend<PopupFixtures>({
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
