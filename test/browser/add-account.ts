import type { Emulator } from "@forgehand/emulator";
import type { Page } from "playwright-core";

declare const chrome: {
  readonly permissions: { request(wanted: { readonly origins: readonly string[] }): Promise<boolean> };
  readonly runtime: { sendMessage(message: object): Promise<{ readonly ok: boolean }> };
};

/**
 * Adds an account by message, as the options page does, for tests of other features.
 * @param page a page of the extension
 * @param api URL of the API, if not the emulator's
 */
export async function addAccount(
  page: Page,
  { webUrl, apiUrl, tokens }: Emulator,
  token: string,
  { api = apiUrl }: { readonly api?: string } = {},
): Promise<void> {
  const { origin } = new URL(webUrl);
  const account = { origin, apiUrl: api, dialect: "github", token: tokens[token] ?? token };
  // Playwright evaluates this with a user gesture, which the browser requires for permission requests.
  const reply = await page.evaluate(async (account) => {
    const { protocol, hostname } = new URL(account.origin);
    await chrome.permissions.request({ origins: [`${protocol}//${hostname}/*`] });
    return chrome.runtime.sendMessage({ type: "save-account", ...account });
  }, account);
  if (!reply.ok) throw new Error(`The account of ${token} could not be added: ${JSON.stringify(reply)}`);
}
