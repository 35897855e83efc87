import { accountId } from "../lists/account-id.ts";
import type { AccountName, AccountSummary } from "../messages/accounts.ts";

/** `github.com` */
export function hostOf({ origin }: Pick<AccountName, "origin">): string {
  return new URL(origin).host;
}

/** The account that an address names; else one that acts, or any. */
export function accountFor(id: string | undefined, accounts: readonly AccountSummary[]): AccountSummary | undefined {
  return accounts.find((one) => accountId(one) === id) ?? accounts.find(({ active }) => active) ?? accounts[0];
}
