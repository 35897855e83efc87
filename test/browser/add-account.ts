import type { Emulator } from "@forgehand/emulator";
import type { Page } from "playwright-core";

declare const chrome: {
  readonly permissions: { request(wanted: { readonly origins: readonly string[] }): Promise<boolean> };
  readonly runtime: { sendMessage(message: object): Promise<{ readonly ok: boolean }> };
};

/**
 * Adds an account by message, as the options page does: for tests that are about something else.
 * @param page one of the extension's own
 * @param more where the API is, unless it is the emulator's
 */
export async function addAccount(
  page: Page,
  { webUrl, apiUrl, tokens }: Emulator,
  token: string,
  { api = apiUrl }: { readonly api?: string } = {},
): Promise<void> {
  const { origin } = new URL(webUrl);
  const account = { origin, apiUrl: api, dialect: "github", token: tokens[token] ?? token };
  // Playwright has it run as if a person had clicked: the browser asks for permissions only then.
  const reply = await page.evaluate(async (account) => {
    const { protocol, hostname } = new URL(account.origin);
    await chrome.permissions.request({ origins: [`${protocol}//${hostname}/*`] });
    return chrome.runtime.sendMessage({ type: "save-account", ...account });
  }, account);
  if (!reply.ok) throw new Error(`${token} was not added: ${JSON.stringify(reply)}`);
}
