import { flag, nullable, oneOf, type RowOf, reference, rowId, text } from "./columns.ts";
import type { Database } from "./database.ts";
import { table } from "./table.ts";

// What users are notified of, one thread per user and issue or pull request.

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

export const notificationThreads = table(
  "notification_threads",
  {
    id: rowId(),
    user_id: reference("accounts"),
    issue_id: reference("issues"),
    reason: oneOf(NOTIFICATION_REASONS),
    unread: flag(),
    updated_at: text(),
    last_read_at: nullable(text()),
    /** Whether the user ignores the thread; null without a subscription. */
    ignored: nullable(flag()),
    subscribed_at: nullable(text()),
  },
  { unique: [["user_id", "issue_id"]], indexes: { notification_threads_by_issue: "issue_id" } },
);
export type NotificationThread = RowOf<typeof notificationThreads>;

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
