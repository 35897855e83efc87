import * as z from "zod/mini";
import { Count, type Database, flag } from "./database.ts";

export const SUBSCRIPTION_TABLES = `
CREATE TABLE subscriptions (
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, ignored INTEGER NOT NULL, created_at TEXT NOT NULL,
  PRIMARY KEY (repository_id, user_id)
) STRICT;
`;

export const Subscription = z.object({ ignored: flag(), created_at: z.string() });
export type Subscription = z.output<typeof Subscription>;

export function getSubscription(db: Database, repositoryId: number, userId: number): Subscription | undefined {
  const sql = "SELECT ignored, created_at FROM subscriptions WHERE repository_id = ? AND user_id = ?";
  return db.get(Subscription, sql, repositoryId, userId);
}

export function setSubscription(
  db: Database,
  repositoryId: number,
  userId: number,
  ignored: boolean,
  now: string,
): void {
  db.run(
    `INSERT INTO subscriptions (repository_id, user_id, ignored, created_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (repository_id, user_id) DO UPDATE SET ignored = excluded.ignored`,
    ...[repositoryId, userId, Number(ignored), now],
  );
}

export function deleteSubscription(db: Database, repositoryId: number, userId: number): void {
  db.run("DELETE FROM subscriptions WHERE repository_id = ? AND user_id = ?", repositoryId, userId);
}

/** Those who watch; who ignores a repository is no watcher. */
export function countWatchers(db: Database, repositoryId: number): number {
  const sql = "SELECT count(*) AS count FROM subscriptions WHERE repository_id = ? AND ignored = 0";
  return db.get(Count, sql, repositoryId)?.count ?? 0;
}
