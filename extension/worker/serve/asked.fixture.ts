import type { Emulator } from "@forgehand/emulator";
import type { Reply } from "../../messages/protocol.ts";
import { replaceAll } from "../account-store.ts";
import type { Sender } from "../acting.ts";
import { resetBrowser } from "../browser.fixture.ts";
import { serve } from "./serve.ts";

/** A page of the extension's own. */
export const OWN: Sender = { own: true };

/** Every test begins with no account, and a browser that has forgotten everything. */
export async function beginAnew(): Promise<void> {
  resetBrowser();
  await replaceAll([], undefined);
}

/** Saves the account of one of a service's tokens, as the options page does. */
export function signIn({ webUrl, apiUrl, tokens }: Emulator, token = "alice"): Promise<Reply<unknown>> {
  return serve(
    { type: "save-account", origin: webUrl, apiUrl, dialect: "auto", token: tokens[token] ?? token },
    { own: true },
  );
}

/** Asks as the overlay in a tab does, about the page that it shows. */
export function askerOn({ webUrl }: Emulator, path: string): (type: string, more?: object) => Promise<Reply<unknown>> {
  const page = `${webUrl}${path}`;
  return (type, more = {}) => serve({ type, page, ...more }, { own: false, tabId: 1, tabUrl: page, frameId: 0 });
}
