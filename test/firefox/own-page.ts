import type { Page } from "puppeteer-core";
import { vi } from "vitest";
import * as z from "zod/mini";

const Reply = z.object({
  ok: z.boolean(),
  value: z.optional(z.unknown()),
  problem: z.optional(z.object({ text: z.string() })),
});

/** Opens one of the extension's own pages. */
export async function openOwnPage(page: Page, url: string): Promise<void> {
  // Else the same page, opened anew, could be taken for what was there before.
  await page.goto("about:blank");
  // Firefox does not say when it has gone to such a page.
  page.goto(url).catch(() => {});
  await vi.waitUntil(
    () =>
      page.evaluate((url) => {
        const { protocol, pathname } = new URL(url);
        // Pages may write down in their address what they show.
        return location.protocol === protocol && location.pathname === pathname && document.readyState === "complete";
      }, url),
    { timeout: 60_000 },
  );
}

/** A page of the extension's own: from there tests reach what only the extension can. */
export class OwnPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Runs code in it, as the extension. */
  run(code: string): Promise<unknown> {
    return this.#page.evaluate(`(async () => { ${code} })()`);
  }

  /** Runs code as the extension's content script would, in the tab that shows an address. */
  runOnPage(url: string, code: string): Promise<unknown> {
    return this.run(`
      const tab = (await browser.tabs.query({})).find((one) => one.url?.split("#")[0] === ${JSON.stringify(url)});
      if (!tab) throw new Error("No tab shows " + ${JSON.stringify(url)});
      const func = async () => { ${code} };
      const [{ result, error }] = await browser.scripting.executeScript({ target: { tabId: tab.id }, func });
      if (error) throw error;
      return result;`);
  }

  /** Changes the settings as the options page does. @param change code that does it */
  async changeSettings(change: string): Promise<{ undo(): Promise<unknown> }> {
    const before = await this.run(`
      const { value: { settings } } = await browser.runtime.sendMessage({ type: "settings" });
      const before = JSON.stringify(settings);
      ${change};
      await browser.runtime.sendMessage({ type: "save-settings", settings });
      return before;`);
    return {
      undo: () => this.run(`return browser.runtime.sendMessage({ type: "save-settings", settings: ${before} })`),
    };
  }

  /** Has tokens locked behind a passphrase. */
  async lock(passphrase: string): Promise<void> {
    await this.run(`await browser.runtime.sendMessage(${JSON.stringify({ type: "set-passphrase", passphrase })})`);
  }

  /** What the worker answers to a message that a page's content script sends it: a value, or why not. */
  async tellFromPage(url: string, message: object): Promise<z.infer<typeof Reply>> {
    return Reply.parse(await this.runOnPage(url, `return browser.runtime.sendMessage(${JSON.stringify(message)})`));
  }

  /** Is the background page there? Asking does not wake it. */
  async isAwake(): Promise<boolean> {
    const views = await this.run("return browser.extension.getViews().map((view) => view.location.pathname)");
    return z.parse(z.array(z.string()), views).some((path) => path.includes("background"));
  }
}
