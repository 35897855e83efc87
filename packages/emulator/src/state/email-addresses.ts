import * as z from "zod/mini";
import { Account } from "./accounts.ts";
import { type Database, exists } from "./database.ts";

export const EMAIL_ADDRESS_TABLES = `
CREATE TABLE addresses (
  user_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, email TEXT NOT NULL COLLATE NOCASE,
  verified INTEGER NOT NULL, main INTEGER NOT NULL, PRIMARY KEY (user_id, email)
) STRICT;
`;

/** An email address of a user. */
export interface EmailAddress {
  readonly email: string;
  /** Whether the user has confirmed that mail reaches it. */
  readonly verified: boolean;
  /** Whether it is the primary address, which receives notifications. */
  readonly main: boolean;
}

export function addEmailAddress(db: Database, userId: number, { email, verified, main }: EmailAddress): void {
  db.run("INSERT INTO addresses VALUES (?, ?, ?, ?)", userId, email, Number(verified), Number(main));
}

/**
 * Returns whether an address is a verified one of a user. The profile's address always is: only verified addresses can
 * be shown there.
 */
export function isVerifiedEmail(db: Database, user: Account, email: string): boolean {
  if (user.email?.toLowerCase() === email.toLowerCase()) return true;
  const sql = "SELECT 1 FROM addresses WHERE user_id = ? AND email = ? AND verified = 1";
  return exists(db, sql, user.id, email);
}

/** Returns the user whose profile's or verified address this is. */
export function findUserByEmail(db: Database, email: string): Account | undefined {
  const sql = `SELECT * FROM accounts WHERE type <> 'Organization' AND (email = ?1 COLLATE NOCASE
    OR id IN (SELECT user_id FROM addresses WHERE email = ?1 AND verified = 1)) ORDER BY id LIMIT 1`;
  return db.get(Account, sql, email);
}

/** Returns a user's primary email address. */
export function primaryEmail(db: Database, user: Account): string | null {
  const sql = "SELECT email FROM addresses WHERE user_id = ? AND main = 1";
  return db.get(z.object({ email: z.string() }), sql, user.id)?.email ?? user.email;
}
