import { type Account, accounts } from "./accounts.ts";
import { flag, reference, typedName } from "./columns.ts";
import type { Database } from "./database.ts";
import { table } from "./table.ts";

/** Email addresses of users. */
export const addresses = table(
  "addresses",
  {
    user_id: reference("accounts"),
    email: typedName(),
    /** Whether the user has confirmed that mail reaches it. */
    verified: flag(),
    /** Whether it is the primary address, which receives notifications. */
    main: flag(),
  },
  { key: ["user_id", "email"] },
);

/**
 * Returns whether an address is a verified one of a user. The profile's address always is: only verified addresses can
 * be shown there.
 */
export function isVerifiedEmail(db: Database, { id, email: shown }: Account, email: string): boolean {
  return shown?.toLowerCase() === email.toLowerCase() || addresses.has(db, { user_id: id, email, verified: true });
}

/** Returns the user whose profile's or verified address this is. */
function findUserByEmail(db: Database, email: string): Account | undefined {
  const sql = `SELECT * FROM accounts WHERE type <> 'Organization' AND (email = ?1 COLLATE NOCASE
    OR id IN (SELECT user_id FROM addresses WHERE email = ?1 AND verified = 1)) ORDER BY id LIMIT 1`;
  return db.get(accounts, sql, email);
}

/** Returns a user's primary email address. */
export function primaryEmail(db: Database, { id, email }: Account): string | null {
  return addresses.find(db, { user_id: id, main: true })?.email ?? email;
}

/** Returns the user with an address, which can be the one that the service provides: `1+alice@users.noreply.…`. */
export function findSigner(db: Database, email: string): Account | undefined {
  const [, id, login] = /^(\d{1,15})\+(.+)@users\.noreply\./.exec(email) ?? [];
  if (login === undefined) return findUserByEmail(db, email);
  const found = accounts.find(db, { login });
  return found?.id === Number(id) ? found : undefined;
}
