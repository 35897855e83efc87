import type { Page } from "puppeteer-core";
import { vi } from "vitest";
import * as z from "zod/mini";

const MessageReply = z.object({
  ok: z.boolean(),
  value: z.optional(z.unknown()),
  problem: z.optional(z.object({ text: z.string() })),
});

export async function openExtensionPage(page: Page, url: string): Promise<void> {
  // Otherwise the previous document at the same URL could be mistaken for the new one.
  await page.goto("about:blank");
  // Firefox reports no navigation events for extension pages.
  page.goto(url).catch(() => {});
  await vi.waitUntil(
    () =>
      page.evaluate((url) => {
        const { protocol, pathname } = new URL(url);
        // Pages can change the query and hash of their URL.
        return location.protocol === protocol && location.pathname === pathname && document.readyState === "complete";
      }, url),
    { timeout: 60_000 },
  );
}

/** A page of the extension, through which tests reach extension APIs. */
export class ExtensionPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Runs code in the page. */
  run(code: string): Promise<unknown> {
    return this.#page.evaluate(`(async () => { ${code} })()`);
  }

  /** Runs code as the extension's content script in the tab with this URL. */
  runInContentScript(url: string, code: string): Promise<unknown> {
    return this.run(`
      const tab = (await browser.tabs.query({})).find((tab) => tab.url?.split("#")[0] === ${JSON.stringify(url)});
      if (!tab) throw new Error("No tab shows " + ${JSON.stringify(url)});
      const func = async () => { ${code} };
      const [{ result, error }] = await browser.scripting.executeScript({ target: { tabId: tab.id }, func });
      if (error) throw error;
      return result;`);
  }

  /**
   * Changes the settings as the options page does.
   * @param change code that modifies `settings`
   */
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

  /** Sets a passphrase and locks the tokens. */
  async setPassphrase(passphrase: string): Promise<void> {
    await this.run(`await browser.runtime.sendMessage(${JSON.stringify({ type: "set-passphrase", passphrase })})`);
  }

  /** Sends the worker a message from a page's content script, and returns its reply. */
  async sendFromContentScript(url: string, message: object): Promise<z.infer<typeof MessageReply>> {
    return MessageReply.parse(
      await this.runInContentScript(url, `return browser.runtime.sendMessage(${JSON.stringify(message)})`),
    );
  }

  /** Whether the background page is running. Checking does not start it. */
  async isBackgroundRunning(): Promise<boolean> {
    const views = await this.run("return browser.extension.getViews().map((view) => view.location.pathname)");
    return z.parse(z.array(z.string()), views).some((path) => path.includes("background"));
  }
}
