import { createHash, randomBytes } from "node:crypto";
import { Account } from "./accounts.ts";
import type { Database } from "./database.ts";

// Sessions of users who are signed in on the web pages. Only a digest of the cookie is stored, so the state can't be
// used to sign in.

export const SESSION_TABLES = `
CREATE TABLE sessions (
  digest TEXT PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, expires_at TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);
`;

/** Lifetime of a session in seconds. */
export const SESSION_LIFETIME = 14 * 24 * 3600;

const digestOf = (key: string) => createHash("sha256").update(key).digest("hex");

/**
 * Creates a session for a user.
 * @returns the value of the session cookie
 */
export function openSession(db: Database, userId: number, now: Date): string {
  const key = randomBytes(24).toString("base64url");
  const expiresAt = new Date(now.getTime() + SESSION_LIFETIME * 1000);
  db.transaction(() => {
    db.run("DELETE FROM sessions WHERE expires_at <= ?", now.toISOString());
    db.run("INSERT INTO sessions VALUES (?, ?, ?)", digestOf(key), userId, expiresAt.toISOString());
  });
  return key;
}

/** Returns the user of a session cookie; undefined if it is invalid or expired. */
export function userOfSession(db: Database, key: string, now: Date): Account | undefined {
  const sql = "SELECT a.* FROM sessions s JOIN accounts a ON a.id = s.user_id WHERE s.digest = ? AND s.expires_at > ?";
  return db.get(Account, sql, digestOf(key), now.toISOString());
}

/** Deletes a session. */
export function closeSession(db: Database, key: string): void {
  db.run("DELETE FROM sessions WHERE digest = ?", digestOf(key));
}
