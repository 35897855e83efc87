import type { AccountName } from "../messages/accounts.ts";

/** The name under which an account's entries and jobs are kept. */
export function accountId({ origin, login }: AccountName): string {
  return `${login} ${origin}`;
}

/** The account of an id. Origins have no blanks in them; what a forge calls people may have anything. */
export function accountOf(id: string): AccountName {
  const end = id.lastIndexOf(" ");
  return { origin: id.slice(end + 1), login: id.slice(0, Math.max(0, end)) };
}
