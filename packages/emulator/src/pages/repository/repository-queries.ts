import type { Caller } from "../../callers/caller.ts";
import { visibleRepositories } from "../../callers/visible.ts";
import { allOf, type Condition, escapeLike } from "../../state/condition.ts";
import { type Database, type PageRange, queryCount, queryPage, type RowPage } from "../../state/database.ts";
import { type Repository, repositories } from "../../state/repositories.ts";
import { repositoriesOf } from "../../state/repository-lists.ts";

/** Returns a condition on names and descriptions. Empty text matches all repositories. */
export function textCondition(text: string): Condition {
  if (text.trim() === "") return allOf([]);
  const pattern = `%${escapeLike(text.trim())}%`;
  return {
    sql: "r.name LIKE ? ESCAPE '\\' OR r.description LIKE ? ESCAPE '\\'",
    values: [pattern, pattern],
  };
}

/** Returns an account's visible repositories, most recently pushed first. */
export function listOwned(
  db: Database,
  caller: Caller,
  ownerId: number,
  text: string,
  window: PageRange,
): RowPage<Repository> {
  const condition = allOf([visibleRepositories(caller), textCondition(text)]);
  return repositoriesOf(db, ownerId, condition, { sort: "pushed", direction: "desc" }, window);
}

/** Returns an account's visible repositories, most stars first. */
export function listPopular(db: Database, caller: Caller, ownerId: number, limit: number): Repository[] {
  const { sql, values } = visibleRepositories(caller);
  const query = `SELECT r.* FROM repositories r LEFT JOIN star_counts s ON s.repository_id = r.id
    WHERE r.owner_id = ? AND ${sql} ORDER BY coalesce(s.stars, 0) DESC, r.pushed_at DESC, r.id LIMIT ?`;
  return db.all(repositories, query, ownerId, ...values, limit);
}

/** Returns the number of an account's visible repositories. */
export function countVisible(db: Database, caller: Caller, ownerId: number): number {
  const { sql, values } = visibleRepositories(caller);
  const query = `SELECT count(*) AS count FROM repositories r WHERE r.owner_id = ? AND ${sql}`;
  const key = `visible ${ownerId} ${caller.user?.id ?? ""}`;
  return db.memoize(key, () => queryCount(db, query, ownerId, ...values));
}

/** Returns the number of visible repositories that a user starred. */
export function countStarred(db: Database, caller: Caller, userId: number): number {
  const { sql, values } = visibleRepositories(caller);
  const query = `SELECT count(*) AS count FROM stars s JOIN repositories r ON r.id = s.repository_id
    WHERE s.user_id = ? AND ${sql}`;
  const key = `starred ${userId} ${caller.user?.id ?? ""}`;
  return db.memoize(key, () => queryCount(db, query, userId, ...values));
}

/** Returns a repository's visible forks, newest first. */
export function listForks(db: Database, caller: Caller, repositoryId: number, window: PageRange): RowPage<Repository> {
  const { sql, values } = visibleRepositories(caller);
  const query = `r.* FROM repositories r WHERE r.parent_id = ? AND ${sql} ORDER BY r.created_at DESC, r.id DESC`;
  return queryPage(db, repositories, query, [repositoryId, ...values], window);
}
