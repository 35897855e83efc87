import type { AccountRef } from "../model/account-ref.ts";

/** Key under which an account's entries and jobs are stored. */
export function accountId({ origin, login }: AccountRef): string {
  return `${login} ${origin}`;
}

/** Parses an account ID. Origins contain no spaces; logins can contain anything. */
export function parseAccountId(id: string): AccountRef {
  const end = id.lastIndexOf(" ");
  return { origin: id.slice(end + 1), login: id.slice(0, Math.max(0, end)) };
}
