import { accountId } from "../lists/account-id.ts";
import type { AccountSummary } from "../messages/accounts.ts";
import type { AccountRef } from "../model/account-ref.ts";

/** Host of an account: `github.com`. */
export function hostOf({ origin }: Pick<AccountRef, "origin">): string {
  return new URL(origin).host;
}

/** Returns the account with the given ID. If it does not exist, returns an active account, or else the first one. */
export function findAccount(id: string | undefined, accounts: readonly AccountSummary[]): AccountSummary | undefined {
  return accounts.find((account) => accountId(account) === id) ?? accounts.find(({ active }) => active) ?? accounts[0];
}
