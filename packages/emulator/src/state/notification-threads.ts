import * as z from "zod/mini";
import { type Database, exists, flag } from "./database.ts";

// What users are notified of, one thread per user and issue or pull request.

export const NOTIFICATION_THREAD_TABLES = `
CREATE TABLE notification_threads (
  id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
  issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE, reason TEXT NOT NULL, unread INTEGER NOT NULL,
  updated_at TEXT NOT NULL, last_read_at TEXT, ignored INTEGER, subscribed_at TEXT, UNIQUE (user_id, issue_id)
) STRICT;
CREATE INDEX notification_threads_by_issue ON notification_threads (issue_id);
`;

/** Reasons of notifications that the emulator's state can have. */
export const NOTIFICATION_REASONS = [
  "assign",
  "author",
  "comment",
  "manual",
  "mention",
  "review_requested",
  "state_change",
  "subscribed",
  "team_mention",
] as const;
export type NotificationReason = (typeof NOTIFICATION_REASONS)[number];

export const NotificationThread = z.object({
  id: z.int(),
  user_id: z.int(),
  issue_id: z.int(),
  reason: z.enum(NOTIFICATION_REASONS),
  unread: flag(),
  updated_at: z.string(),
  last_read_at: z.nullable(z.string()),
  /** Whether the user ignores the thread; null without a subscription. */
  ignored: z.nullable(flag()),
  subscribed_at: z.nullable(z.string()),
});
export type NotificationThread = z.output<typeof NotificationThread>;

/** Finds a user's thread. */
export function findNotificationThread(db: Database, userId: number, id: number): NotificationThread | undefined {
  const sql = "SELECT * FROM notification_threads WHERE user_id = ? AND id = ?";
  return db.get(NotificationThread, sql, userId, id);
}

export function isNotified(db: Database, userId: number, issueId: number): boolean {
  return exists(db, "SELECT 1 FROM notification_threads WHERE user_id = ? AND issue_id = ?", userId, issueId);
}

export function isThreadId(db: Database, id: number): boolean {
  return exists(db, "SELECT 1 FROM notification_threads WHERE id = ?", id);
}

/**
 * Creates a thread as a seed describes it.
 * @param thread with the id null, the next free one
 */
export function createNotificationThread(
  db: Database,
  thread: Omit<NotificationThread, "id"> & { readonly id: number | null },
): void {
  db.run(
    `INSERT INTO notification_threads (id, user_id, issue_id, reason, unread, updated_at, last_read_at, ignored, subscribed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[
      thread.id,
      thread.user_id,
      thread.issue_id,
      thread.reason,
      Number(thread.unread),
      thread.updated_at,
      thread.last_read_at,
    ],
    ...[thread.ignored === null ? null : Number(thread.ignored), thread.subscribed_at],
  );
}

/** Notifies a user who takes part in an issue or pull request, and subscribes the user, unless the thread is ignored. */
export function notifyParticipant(
  db: Database,
  userId: number,
  issueId: number,
  reason: NotificationReason,
  now: string,
): void {
  db.run(
    `INSERT INTO notification_threads (user_id, issue_id, reason, unread, updated_at, ignored, subscribed_at)
     VALUES (?1, ?2, ?3, 1, ?4, 0, ?4) ON CONFLICT (user_id, issue_id) DO UPDATE
     SET reason = ?3, unread = 1, updated_at = ?4, ignored = 0, subscribed_at = coalesce(subscribed_at, ?4)
     WHERE ignored IS NOT 1`,
    ...[userId, issueId, reason, now],
  );
}

/** Subscribes the thread's user to it, or ignores it. */
export function setThreadSubscription(db: Database, threadId: number, ignored: boolean, now: string): void {
  db.run(
    "UPDATE notification_threads SET ignored = ?, subscribed_at = coalesce(subscribed_at, ?) WHERE id = ?",
    ...[Number(ignored), now, threadId],
  );
}

export function deleteThreadSubscription(db: Database, threadId: number): void {
  db.run("UPDATE notification_threads SET ignored = NULL, subscribed_at = NULL WHERE id = ?", threadId);
}
