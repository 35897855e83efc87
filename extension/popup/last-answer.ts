import { browser } from "wxt/browser";
import type { AccountName } from "../messages/accounts.ts";
import type { PopupAsks } from "../messages/popup.ts";

// What the popup was last told of an account lies in `storage.session`: it shows at once when the popup opens again, and is
// forgotten with the browser.

/** What is asked about an account. */
export type AboutAccount = "limits" | "waiting-reviews";

const PREFIX = "last ";
const keyOf = (ask: AboutAccount, { origin, login }: AccountName) => `${PREFIX}${ask} ${origin} ${login}`;

export async function lastAnswer<T extends AboutAccount>(
  ask: T,
  account: AccountName,
): Promise<PopupAsks[T]["answer"] | undefined> {
  const key = keyOf(ask, account);
  return (await browser.storage.session.get<Record<string, PopupAsks[T]["answer"] | undefined>>(key))[key];
}

/** Keeps an answer for the next popup, and hands it on. */
export async function keepAnswer<T extends AboutAccount>(
  ask: T,
  account: AccountName,
  answer: PopupAsks[T]["answer"],
): Promise<PopupAsks[T]["answer"]> {
  await browser.storage.session.set({ [keyOf(ask, account)]: answer });
  return answer;
}

/** Forgets all answers: what an account saw is not to be shown once it is gone, or locked. */
export async function forgetAnswers(): Promise<void> {
  const keys = Object.keys(await browser.storage.session.get<Record<string, unknown>>(null));
  await browser.storage.session.remove(keys.filter((key) => key.startsWith(PREFIX)));
}
