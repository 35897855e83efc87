import { browser } from "wxt/browser";
import type { PopupMessages } from "../messages/popup.ts";
import type { AccountRef } from "../model/account-ref.ts";

// Caches the popup's responses in `storage.session`, so that they show immediately when the popup opens again. The
// cache ends with the browser session.

/** Kinds of messages whose responses are cached, per account. */
export type CachedMessageKind = "limits" | "waiting-reviews";

const PREFIX = "last ";
const cacheKey = (kind: CachedMessageKind, { origin, login }: AccountRef) => `${PREFIX}${kind} ${origin} ${login}`;

export async function readCachedResponse<T extends CachedMessageKind>(
  kind: T,
  account: AccountRef,
): Promise<PopupMessages[T]["response"] | undefined> {
  const key = cacheKey(kind, account);
  return (await browser.storage.session.get<Record<string, PopupMessages[T]["response"] | undefined>>(key))[key];
}

export async function cacheResponse<T extends CachedMessageKind>(
  kind: T,
  account: AccountRef,
  response: PopupMessages[T]["response"],
): Promise<PopupMessages[T]["response"]> {
  await browser.storage.session.set({ [cacheKey(kind, account)]: response });
  return response;
}

/** Deletes all cached responses, when an account is removed or tokens are locked. */
export async function clearCachedResponses(): Promise<void> {
  const keys = Object.keys(await browser.storage.session.get<Record<string, unknown>>(null));
  await browser.storage.session.remove(keys.filter((key) => key.startsWith(PREFIX)));
}
