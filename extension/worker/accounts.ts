import { createStore, del, get, set, values } from "idb-keyval";
import * as z from "zod/mini";
import type { AccountSummary } from "../messages.ts";

// Tokens lie in IndexedDB of the extension's own origin: no page and no content script can open it.
const store = createStore("forgehand", "accounts");

const Account = z.object({
  /** Where the forge's pages are. */
  origin: z.string(),
  apiUrl: z.string(),
  dialect: z.enum(["github", "svc"]),
  token: z.string(),
  /** Whose token it is. */
  login: z.string(),
});

/** A host with a token and its owner. */
export type Account = z.output<typeof Account>;

/** The account for a host, if there is one. */
export async function findAccount(origin: string): Promise<Account | undefined> {
  return z.parse(z.optional(Account), await get(origin, store));
}

/** Every account, as the other pages of the extension may see it. */
export async function listAccounts(): Promise<AccountSummary[]> {
  const accounts = z.parse(z.array(Account), await values(store));
  return accounts.map(({ token: _, ...summary }) => summary).sort((a, b) => (a.origin < b.origin ? -1 : 1));
}

/** Keeps an account; one a host, the newest wins. */
export function saveAccount(account: Account): Promise<void> {
  return set(account.origin, account, store);
}

export function removeAccount(origin: string): Promise<void> {
  return del(origin, store);
}
