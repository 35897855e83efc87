import * as z from "zod/mini";
import type { Condition } from "./condition.ts";
import { type Database, flag, type PageRange, queryPage, type RowPage } from "./database.ts";

export const SUBSCRIPTION_TABLES = `
CREATE TABLE subscriptions (
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, ignored INTEGER NOT NULL, created_at TEXT NOT NULL,
  PRIMARY KEY (repository_id, user_id)
) STRICT;
CREATE INDEX subscriptions_of_repository ON subscriptions (repository_id, ignored, created_at, user_id);
CREATE INDEX subscriptions_of_user ON subscriptions (user_id, ignored, created_at, repository_id);
CREATE TABLE custom_subscriptions (
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, events TEXT NOT NULL,
  PRIMARY KEY (repository_id, user_id)
) STRICT;
CREATE TABLE watcher_counts (
  repository_id INTEGER PRIMARY KEY REFERENCES repositories ON DELETE CASCADE, watchers INTEGER NOT NULL
) STRICT;
`;

/** A user's subscription to a repository: watching or ignoring it. */
export const Subscription = z.object({
  repository_id: z.int(),
  user_id: z.int(),
  ignored: flag(),
  created_at: z.string(),
});
export type Subscription = z.output<typeof Subscription>;

export function getSubscription(db: Database, repositoryId: number, userId: number): Subscription | undefined {
  const sql = "SELECT * FROM subscriptions WHERE repository_id = ? AND user_id = ?";
  return db.get(Subscription, sql, repositoryId, userId);
}

export function setSubscription(
  db: Database,
  repositoryId: number,
  userId: number,
  ignored: boolean,
  now: string,
): void {
  db.transaction(() => {
    const before = getSubscription(db, repositoryId, userId);
    deleteCustomSubscription(db, repositoryId, userId);
    db.run(
      `INSERT INTO subscriptions VALUES (?, ?, ?, ?)
       ON CONFLICT (repository_id, user_id) DO UPDATE SET ignored = excluded.ignored`,
      ...[repositoryId, userId, Number(ignored), now],
    );
    addWatchers(db, repositoryId, toCount(!ignored) - toCount(before?.ignored === false));
  });
}

export function deleteSubscription(db: Database, repositoryId: number, userId: number): void {
  db.transaction(() => {
    const before = getSubscription(db, repositoryId, userId);
    deleteCustomSubscription(db, repositoryId, userId);
    db.run("DELETE FROM subscriptions WHERE repository_id = ? AND user_id = ?", repositoryId, userId);
    addWatchers(db, repositoryId, -toCount(before?.ignored === false));
  });
}

/** Events that a user can choose to be notified of instead of all. */
export const SUBSCRIBABLE_EVENTS = ["Issue", "PullRequest", "Release", "Discussion", "SecurityAlert"] as const;

const CustomSubscription = z.object({ events: z.string() });

/**
 * Returns the events of a custom subscription. Only the website shows and sets it: the API reports the repository as not
 * watched, and setting or deleting a subscription there removes it.
 */
export function getCustomSubscription(db: Database, repositoryId: number, userId: number): string[] | undefined {
  const sql = "SELECT events FROM custom_subscriptions WHERE repository_id = ? AND user_id = ?";
  return db.get(CustomSubscription, sql, repositoryId, userId)?.events.split(",");
}

/** Replaces a user's subscription by a custom one. */
export function setCustomSubscription(db: Database, repositoryId: number, userId: number, events: string[]): void {
  db.transaction(() => {
    deleteSubscription(db, repositoryId, userId);
    db.run("INSERT INTO custom_subscriptions VALUES (?, ?, ?)", repositoryId, userId, events.join());
  });
}

function deleteCustomSubscription(db: Database, repositoryId: number, userId: number): void {
  db.run("DELETE FROM custom_subscriptions WHERE repository_id = ? AND user_id = ?", repositoryId, userId);
}

/** Deletes all watchers of a repository. Users who ignore it continue to do so. */
export function deleteWatchers(db: Database, repositoryId: number): void {
  db.run("DELETE FROM subscriptions WHERE repository_id = ? AND ignored = 0", repositoryId);
  db.run("DELETE FROM watcher_counts WHERE repository_id = ?", repositoryId);
}

const toCount = (isWatching: boolean) => (isWatching ? 1 : 0);

function addWatchers(db: Database, repositoryId: number, change: number): void {
  if (change === 0) return;
  db.run(
    `INSERT INTO watcher_counts VALUES (?, ?)
     ON CONFLICT (repository_id) DO UPDATE SET watchers = watchers + excluded.watchers`,
    ...[repositoryId, change],
  );
}

const WatcherCount = z.object({ watchers: z.int() });

/** Returns a repository's number of watchers, without users who ignore it. The number is stored, like that of stars. */
export function countWatchers(db: Database, repositoryId: number): number {
  return (
    db.get(WatcherCount, "SELECT watchers FROM watcher_counts WHERE repository_id = ?", repositoryId)?.watchers ?? 0
  );
}

/** Returns a repository's watchers, oldest first. */
export function watchersOf(db: Database, repositoryId: number, pageRange: PageRange): RowPage<Subscription> {
  const sql = `SELECT * FROM subscriptions WHERE repository_id = ? AND ignored = 0
    ORDER BY created_at, user_id LIMIT ? OFFSET ?`;
  return {
    rows: db.all(Subscription, sql, repositoryId, pageRange.limit, pageRange.offset),
    total: countWatchers(db, repositoryId),
  };
}

/**
 * Returns the repositories that a user watches, oldest first.
 * @param visible condition on the repositories, which are named `r` in its SQL
 */
export function watchedBy(
  db: Database,
  userId: number,
  visible: Condition,
  pageRange: PageRange,
): RowPage<Subscription> {
  const query = `s.* FROM subscriptions s JOIN repositories r ON r.id = s.repository_id
    WHERE s.user_id = ? AND s.ignored = 0 AND ${visible.sql} ORDER BY s.created_at, s.repository_id`;
  return queryPage(db, Subscription, query, [userId, ...visible.values], pageRange);
}
