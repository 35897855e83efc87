import { createHash, randomBytes } from "node:crypto";
import { type Account, findAccountById } from "./accounts.ts";
import { key, reference, text } from "./columns.ts";
import type { Database } from "./database.ts";
import { table } from "./table.ts";

/** Sessions of users who are signed in on the web pages. */
export const sessions = table(
  "sessions",
  {
    /** Digest of the cookie, so that the state can't be used to sign in. */
    digest: key(text()),
    user_id: reference("accounts"),
    expires_at: text(),
  },
  { indexes: { sessions_by_user: "user_id", sessions_by_end: "expires_at" } },
);

/** Lifetime of a session in seconds. */
export const SESSION_LIFETIME = 14 * 24 * 3600;

const digestOf = (cookie: string) => createHash("sha256").update(cookie).digest("hex");

/**
 * Creates a session for a user.
 * @returns the value of the session cookie
 */
export function openSession(db: Database, userId: number, now: Date): string {
  const cookie = randomBytes(24).toString("base64url");
  const expiresAt = new Date(now.getTime() + SESSION_LIFETIME * 1000);
  db.transaction(() => {
    db.run("DELETE FROM sessions WHERE expires_at <= ?", now.toISOString());
    sessions.insert(db, { digest: digestOf(cookie), user_id: userId, expires_at: expiresAt.toISOString() });
  });
  return cookie;
}

/** Returns the user of a session cookie; undefined if it is invalid or expired. */
export function userOfSession(db: Database, cookie: string, now: Date): Account | undefined {
  const session = sessions.find(db, { digest: digestOf(cookie) });
  return session && session.expires_at > now.toISOString() ? findAccountById(db, session.user_id) : undefined;
}

/** Deletes a session. */
export function closeSession(db: Database, cookie: string): void {
  sessions.delete(db, { digest: digestOf(cookie) });
}
