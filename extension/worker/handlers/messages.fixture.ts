import type { Emulator } from "@forgehand/emulator";
import type { WorkerReply } from "../../messages/protocol.ts";
import { replaceAllAccounts } from "../account-store.ts";
import { resetBrowser } from "../browser.fixture.ts";
import type { Sender } from "../message-subject.ts";
import { resetState } from "../state.fixture.ts";
import { handleMessage } from "./handle-message.ts";

export const EXTENSION_PAGE: Sender = { isExtensionPage: true };

/** Deletes all data and resets the fake browser. */
export async function resetWorker(): Promise<void> {
  resetBrowser();
  await resetState();
  await replaceAllAccounts([], undefined);
}

/** Saves the account of a token, as the options page does. */
export function signIn({ webUrl, apiUrl, tokens }: Emulator, token = "alice"): Promise<WorkerReply<unknown>> {
  return handleMessage(
    { type: "save-account", origin: webUrl, apiUrl, dialect: "auto", token: tokens[token] ?? token },
    { isExtensionPage: true },
  );
}

/**
 * Returns a function that sends messages as the overlay in a tab that shows the given path. Changes show alice's account
 * on a page where she is signed in, unless the payload has other fields.
 */
export function createPageSender(
  { webUrl }: Emulator,
  path: string,
): (type: string, payload?: object) => Promise<WorkerReply<unknown>> {
  const page = `${webUrl}${path}`;
  return (type, payload = {}) => {
    const users = type === "change" && { login: "alice", signedIn: "alice" };
    return handleMessage({ type, page, ...users, ...payload }, pageSender(page));
  };
}

/** The sender of messages from the overlay in a tab that shows a page. */
export function pageSender(page: string, tabId = 1): Sender {
  return { isExtensionPage: false, origin: new URL(page).origin, tabId, tabUrl: page, frameId: 0 };
}
