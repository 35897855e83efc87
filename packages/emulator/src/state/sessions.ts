import { createHash, randomBytes } from "node:crypto";
import { Account } from "./accounts.ts";
import type { Database } from "./database.ts";

// Who is signed in on the pages. Only a digest of what a browser has is kept: whoever reads the state can't sign in with it.

export const SESSION_TABLES = `
CREATE TABLE sessions (
  digest TEXT PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, expires_at TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (expires_at);
`;

/** Seconds that somebody stays signed in. */
export const SESSION_LIFETIME = 14 * 24 * 3600;

const digestOf = (key: string) => createHash("sha256").update(key).digest("hex");

/** Signs somebody in. @returns what their browser is to bring along */
export function openSession(db: Database, userId: number, now: Date): string {
  const key = randomBytes(24).toString("base64url");
  const ends = new Date(now.getTime() + SESSION_LIFETIME * 1000);
  db.transaction(() => {
    db.run("DELETE FROM sessions WHERE expires_at <= ?", now.toISOString());
    db.run("INSERT INTO sessions VALUES (?, ?, ?)", digestOf(key), userId, ends.toISOString());
  });
  return key;
}

/** Who is signed in with what a browser brought; undefined where that holds no longer, or never did. */
export function userOfSession(db: Database, key: string, now: Date): Account | undefined {
  const sql = "SELECT a.* FROM sessions s JOIN accounts a ON a.id = s.user_id WHERE s.digest = ? AND s.expires_at > ?";
  return db.get(Account, sql, digestOf(key), now.toISOString());
}

/** Signs out. */
export function closeSession(db: Database, key: string): void {
  db.run("DELETE FROM sessions WHERE digest = ?", digestOf(key));
}
