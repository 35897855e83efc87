import { flag, integer, key, type RowOf, reference, text } from "./columns.ts";
import type { Condition } from "./condition.ts";
import { type Database, type PageRange, queryIds, queryPage, type RowPage } from "./database.ts";
import { table } from "./table.ts";

export const customSubscriptions = table(
  "custom_subscriptions",
  {
    repository_id: reference("repositories"),
    user_id: reference("accounts"),
    /** Names, separated by commas. */
    events: text(),
  },
  { key: ["repository_id", "user_id"] },
);

export const watcherCounts = table("watcher_counts", {
  repository_id: key(reference("repositories")),
  watchers: integer(),
});

/** A user's subscription to a repository: watching or ignoring it. */
export const subscriptions = table(
  "subscriptions",
  {
    repository_id: reference("repositories"),
    user_id: reference("accounts"),
    ignored: flag(),
    created_at: text(),
  },
  {
    key: ["repository_id", "user_id"],
    indexes: {
      subscriptions_of_repository: "repository_id, ignored, created_at, user_id",
      subscriptions_of_user: "user_id, ignored, created_at, repository_id",
    },
  },
);
export type Subscription = RowOf<typeof subscriptions>;

export function setSubscription(
  db: Database,
  repositoryId: number,
  userId: number,
  ignored: boolean,
  now: string,
): void {
  db.transaction(() => {
    const before = subscriptions.find(db, { repository_id: repositoryId, user_id: userId });
    customSubscriptions.delete(db, { repository_id: repositoryId, user_id: userId });
    const row = { repository_id: repositoryId, user_id: userId, ignored, created_at: now };
    subscriptions.put(db, row, ["repository_id", "user_id"], ["ignored"]);
    addWatchers(db, repositoryId, toCount(!ignored) - toCount(before?.ignored === false));
  });
}

export function deleteSubscription(db: Database, repositoryId: number, userId: number): void {
  db.transaction(() => {
    const before = subscriptions.find(db, { repository_id: repositoryId, user_id: userId });
    customSubscriptions.delete(db, { repository_id: repositoryId, user_id: userId });
    subscriptions.delete(db, { repository_id: repositoryId, user_id: userId });
    addWatchers(db, repositoryId, -toCount(before?.ignored === false));
  });
}

/** Events that a user can choose to be notified of instead of all. */
export const SUBSCRIBABLE_EVENTS = ["Issue", "PullRequest", "Release", "Discussion", "SecurityAlert"] as const;

/**
 * Returns the events of a custom subscription. Only the website shows and sets it: the API reports the repository as not
 * watched, and setting or deleting a subscription there removes it.
 */
export function getCustomSubscription(db: Database, repositoryId: number, userId: number): string[] | undefined {
  return customSubscriptions.find(db, { repository_id: repositoryId, user_id: userId })?.events.split(",");
}

/** Replaces a user's subscription by a custom one. */
export function setCustomSubscription(db: Database, repositoryId: number, userId: number, events: string[]): void {
  db.transaction(() => {
    deleteSubscription(db, repositoryId, userId);
    customSubscriptions.insert(db, { repository_id: repositoryId, user_id: userId, events: events.join() });
  });
}

/** Returns the users who are notified of a kind of event in a repository: its watchers, and custom subscribers. */
export function subscribersTo(
  db: Database,
  repositoryId: number,
  kind: (typeof SUBSCRIBABLE_EVENTS)[number],
): readonly number[] {
  const sql = `SELECT user_id AS id FROM subscriptions WHERE repository_id = ?1 AND ignored = 0
    UNION SELECT user_id FROM custom_subscriptions WHERE repository_id = ?1 AND instr(',' || events || ',', ?2) > 0`;
  return db.memoize(`subscribers ${repositoryId} ${kind}`, () => queryIds(db, sql, repositoryId, `,${kind},`));
}

/** Returns the users who ignore a repository. */
export function ignorersOf(db: Database, repositoryId: number): ReadonlySet<number> {
  const sql = "SELECT user_id AS id FROM subscriptions WHERE repository_id = ? AND ignored = 1";
  return db.memoize(`ignorers ${repositoryId}`, () => new Set(queryIds(db, sql, repositoryId)));
}

/** Deletes all watchers of a repository. Users who ignore it continue to do so. */
export function deleteWatchers(db: Database, repositoryId: number): void {
  subscriptions.delete(db, { repository_id: repositoryId, ignored: false });
  watcherCounts.delete(db, { repository_id: repositoryId });
}

const toCount = (isWatching: boolean) => (isWatching ? 1 : 0);

function addWatchers(db: Database, repositoryId: number, change: number): void {
  if (change === 0) return;
  watcherCounts.put(db, { repository_id: repositoryId, watchers: countWatchers(db, repositoryId) + change });
}

/** Returns a repository's number of watchers, without users who ignore it. The number is stored, like that of stars. */
export function countWatchers(db: Database, repositoryId: number): number {
  return watcherCounts.find(db, { repository_id: repositoryId })?.watchers ?? 0;
}

/** Returns a repository's watchers, oldest first. */
export function watchersOf(db: Database, repositoryId: number, pageRange: PageRange): RowPage<Subscription> {
  const sql = `SELECT * FROM subscriptions WHERE repository_id = ? AND ignored = 0
    ORDER BY created_at, user_id LIMIT ? OFFSET ?`;
  return {
    rows: db.all(subscriptions, sql, repositoryId, pageRange.limit, pageRange.offset),
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
  return queryPage(db, subscriptions, query, [userId, ...visible.values], pageRange);
}
