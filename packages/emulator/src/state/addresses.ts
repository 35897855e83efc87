import * as z from "zod/mini";
import type { Account } from "./accounts.ts";
import { type Database, exists } from "./database.ts";

export const ADDRESS_TABLES = `
CREATE TABLE addresses (
  user_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, email TEXT NOT NULL COLLATE NOCASE,
  verified INTEGER NOT NULL, main INTEGER NOT NULL, PRIMARY KEY (user_id, email)
) STRICT;
`;

/** An e-mail address of a user. */
export interface Address {
  readonly email: string;
  /** The user has shown that mail to it arrives. */
  readonly verified: boolean;
  /** Mail of the service goes there. */
  readonly main: boolean;
}

export function addAddress(db: Database, userId: number, { email, verified, main }: Address): void {
  db.run("INSERT INTO addresses VALUES (?, ?, ?, ?)", userId, email, Number(verified), Number(main));
}

/** Is this a verified address of somebody's? The one in their profile is: no other can be shown there. */
export function isVerifiedAddress(db: Database, user: Account, email: string): boolean {
  if (user.email?.toLowerCase() === email.toLowerCase()) return true;
  const sql = "SELECT 1 FROM addresses WHERE user_id = ? AND email = ? AND verified = 1";
  return exists(db, sql, user.id, email);
}

/** Where the service writes to somebody. */
export function mainAddress(db: Database, user: Account): string | null {
  const sql = "SELECT email FROM addresses WHERE user_id = ? AND main = 1";
  return db.get(z.object({ email: z.string() }), sql, user.id)?.email ?? user.email;
}
