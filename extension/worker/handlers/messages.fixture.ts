import type { Emulator } from "@forgehand/emulator";
import type { WorkerReply } from "../../messages/protocol.ts";
import { replaceAllAccounts } from "../account-store.ts";
import { resetBrowser } from "../browser.fixture.ts";
import type { Sender } from "../message-subject.ts";
import { handleMessage } from "./handle-message.ts";

export const EXTENSION_PAGE: Sender = { isExtensionPage: true };

/** Deletes all accounts and resets the fake browser. */
export async function resetWorker(): Promise<void> {
  resetBrowser();
  await replaceAllAccounts([], undefined);
}

/** Saves the account of a token, as the options page does. */
export function signIn({ webUrl, apiUrl, tokens }: Emulator, token = "alice"): Promise<WorkerReply<unknown>> {
  return handleMessage(
    { type: "save-account", origin: webUrl, apiUrl, dialect: "auto", token: tokens[token] ?? token },
    { isExtensionPage: true },
  );
}

/** Returns a function that sends messages as the overlay in a tab that shows the given path. */
export function createPageSender(
  { webUrl }: Emulator,
  path: string,
): (type: string, payload?: object) => Promise<WorkerReply<unknown>> {
  const page = `${webUrl}${path}`;
  return (type, payload = {}) =>
    handleMessage({ type, page, ...payload }, { isExtensionPage: false, tabId: 1, tabUrl: page, frameId: 0 });
}
