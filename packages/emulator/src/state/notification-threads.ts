import { flag, integer, nullable, oneOf, type RowOf, reference, row, rowId, text } from "./columns.ts";
import { allOf, type Condition, where } from "./condition.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import type { Issue } from "./issues.ts";
import { table } from "./table.ts";

// What users are notified of, one thread per user and issue, pull request or release.

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
    repository_id: reference("repositories"),
    /** Kind and id of the subject. Pull requests have the id of their issue. */
    subject: oneOf(["issue", "release"]),
    subject_id: integer(),
    issue_id: nullable(reference("issues")),
    /** Title of a subject that is not an issue. */
    title: nullable(text()),
    /** The latest comment of the issue that the user was notified of. */
    comment_id: nullable(integer()),
    reason: oneOf(NOTIFICATION_REASONS),
    unread: flag(),
    updated_at: text(),
    last_read_at: nullable(text()),
    /** Whether the user ignores the thread; null without a subscription. */
    ignored: nullable(flag()),
    subscribed_at: nullable(text()),
  },
  {
    unique: [["user_id", "subject", "subject_id"]],
    indexes: { notification_threads_by_issue: "issue_id", notification_threads_by_user: "user_id, updated_at, id" },
  },
);
export type NotificationThread = RowOf<typeof notificationThreads>;

/** The columns of a thread that identify and describe its subject. */
export type ThreadSubject = Pick<NotificationThread, "repository_id" | "subject" | "subject_id" | "issue_id" | "title">;

/** Returns the subject of threads about an issue or a pull request. */
export function issueSubject({ id, repository_id }: Pick<Issue, "id" | "repository_id">): ThreadSubject {
  return { repository_id, subject: "issue", subject_id: id, issue_id: id, title: null };
}

/** A user to notify, with the reason. Participants are subscribed to the thread. */
export interface ThreadRecipient {
  readonly userId: number;
  readonly reason: NotificationReason;
  readonly isParticipant: boolean;
}

/** Notifies users, unless they ignore the thread. It becomes unread again. */
export function notifyUsers(
  db: Database,
  { repository_id, subject, subject_id, issue_id, title }: ThreadSubject,
  recipients: readonly ThreadRecipient[],
  now: string,
  commentId: number | null = null,
): void {
  if (recipients.length === 0) return;
  const list = recipients.map(({ userId, reason, isParticipant }) => [userId, reason, isParticipant]);
  db.run(
    `INSERT INTO notification_threads (user_id, repository_id, subject, subject_id, issue_id, title, comment_id, reason,
       unread, updated_at, ignored, subscribed_at)
     SELECT value ->> 0, ?1, ?2, ?3, ?4, ?5, ?6, value ->> 1, 1, ?7, iif(value ->> 2, 0, NULL), iif(value ->> 2, ?7, NULL)
     FROM json_each(?8) WHERE TRUE
     ON CONFLICT (user_id, subject, subject_id) DO UPDATE SET reason = excluded.reason, unread = 1,
       updated_at = excluded.updated_at, title = excluded.title, comment_id = coalesce(excluded.comment_id, comment_id),
       ignored = coalesce(excluded.ignored, ignored), subscribed_at = coalesce(subscribed_at, excluded.subscribed_at)
     WHERE ignored IS NOT 1`,
    ...[repository_id, subject, subject_id, issue_id, title, commentId, now, JSON.stringify(list)],
  );
}

/** Subscribes a user to an existing thread again, after the user unsubscribed or was only notified as a watcher. */
export function resubscribe(db: Database, userId: number, issueId: number, now: string): void {
  notificationThreads.update(
    db,
    { user_id: userId, issue_id: issueId, ignored: null },
    { ignored: false, subscribed_at: now },
  );
}

/** Subscribes the thread's user to it, or ignores it. */
export function setThreadSubscription(db: Database, threadId: number, ignored: boolean, now: string): void {
  db.run(
    "UPDATE notification_threads SET ignored = ?, subscribed_at = coalesce(subscribed_at, ?) WHERE id = ?",
    ...[Number(ignored), now, threadId],
  );
}

export interface ThreadFilter {
  readonly userId: number;
  readonly repositoryId?: number | undefined;
  /** Whether read threads are included. */
  readonly all: boolean;
  /** Whether the user must take part in the subject or be mentioned. */
  readonly participating: boolean;
  /** Times of the last update: at this time or later, and earlier. */
  readonly since?: string | undefined;
  readonly before?: string | undefined;
}

/**
 * Returns a user's threads, most recently updated first.
 * @param visible condition on the repositories, which are named `r` in its SQL
 */
export function threadsOf(
  db: Database,
  filter: ThreadFilter,
  visible: Condition,
  pageRange: PageRange,
): RowPage<NotificationThread> {
  const { sql, values } = allOf([
    where("t.user_id = ?", filter.userId),
    where("t.repository_id = ?", filter.repositoryId),
    filter.all ? undefined : { sql: "t.unread = 1", values: [] },
    filter.participating ? { sql: "t.reason <> 'subscribed'", values: [] } : undefined,
    where("t.updated_at >= ?", filter.since),
    where("t.updated_at < ?", filter.before),
    { sql: "t.issue_id IS NULL OR i.deleted_at IS NULL", values: [] },
    visible,
  ]);
  const query = `t.* FROM notification_threads t JOIN repositories r ON r.id = t.repository_id
    LEFT JOIN issues i ON i.id = t.issue_id WHERE ${sql} ORDER BY t.updated_at DESC, t.id DESC`;
  return queryPage(db, notificationThreads, query, values, pageRange);
}

const ThreadCount = row({ repository_id: integer(), count: integer() });

/**
 * Returns the numbers of a user's threads by repository, largest first.
 * @param visible condition on the repositories, which are named `r` in its SQL
 */
export function threadCounts(db: Database, userId: number, visible: Condition): RowOf<typeof ThreadCount>[] {
  const { sql, values } = allOf([
    where("t.user_id = ?", userId),
    { sql: "t.issue_id IS NULL OR i.deleted_at IS NULL", values: [] },
    visible,
  ]);
  const query = `SELECT t.repository_id, count(*) AS count FROM notification_threads t
    JOIN repositories r ON r.id = t.repository_id LEFT JOIN issues i ON i.id = t.issue_id
    WHERE ${sql} GROUP BY t.repository_id ORDER BY count DESC, t.repository_id LIMIT 100`;
  return db.all(ThreadCount, query, ...values);
}

/**
 * Marks the threads of a user that were last updated by a time as read or unread.
 * @returns the number of changed threads
 */
export function markThreads(db: Database, userId: number, isRead: boolean, by: string, now: string): number {
  return db.run(
    `UPDATE notification_threads SET unread = ?1, last_read_at = iif(?1, last_read_at, ?2)
     WHERE user_id = ?3 AND unread <> ?1 AND updated_at <= ?4`,
    ...[Number(!isRead), now, userId, by],
  ).changes;
}
