import type { AccountName } from "../messages/accounts.ts";

/** The name under which an account's entries and jobs are kept. */
export function accountId({ origin, login }: AccountName): string {
  return `${login} ${origin}`;
}

/** The account of an id. */
export function accountOf(id: string): AccountName {
  const [login = "", origin = ""] = id.split(" ");
  return { origin, login };
}
