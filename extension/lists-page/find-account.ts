import { accountId } from "../lists/account-id.ts";
import type { AccountSummary } from "../messages/accounts.ts";
import type { AccountRef } from "../model/account-ref.ts";

/** Host of an account: `github.com`. */
export function hostOf({ origin }: Pick<AccountRef, "origin">): string {
  return new URL(origin).host;
}

/** Finds the account with an ID; otherwise an active one, or the first. */
export function findAccount(id: string | undefined, accounts: readonly AccountSummary[]): AccountSummary | undefined {
  return accounts.find((account) => accountId(account) === id) ?? accounts.find(({ active }) => active) ?? accounts[0];
}
