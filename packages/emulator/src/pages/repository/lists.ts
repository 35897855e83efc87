import type { Caller } from "../../callers/caller.ts";
import { visibleTo } from "../../callers/visible.ts";
import { allOf, type Condition, literally } from "../../state/condition.ts";
import { countOf, type Database, type Part, readPart, type Window } from "../../state/database.ts";
import { Repository } from "../../state/repositories.ts";
import { repositoriesOf } from "../../state/repository-lists.ts";

/** Those whose names or descriptions have a text in them; all where it says nothing. */
export function holding(text: string): Condition {
  if (text.trim() === "") return allOf([]);
  const pattern = `%${literally(text.trim())}%`;
  return {
    sql: "r.name LIKE ? ESCAPE '\\' OR r.description LIKE ? ESCAPE '\\'",
    values: [pattern, pattern],
  };
}

/** An account's repositories that somebody may see, those that were pushed to last first. */
export function ownRepositories(
  db: Database,
  caller: Caller,
  ownerId: number,
  text: string,
  window: Window,
): Part<Repository> {
  const condition = allOf([visibleTo(caller), holding(text)]);
  return repositoriesOf(db, ownerId, condition, { sort: "pushed", direction: "desc" }, window);
}

/** An account's repositories that somebody may see, those with the most stars first. */
export function popularOf(db: Database, caller: Caller, ownerId: number, limit: number): Repository[] {
  const { sql, values } = visibleTo(caller);
  const query = `SELECT r.* FROM repositories r LEFT JOIN star_counts s ON s.repository_id = r.id
    WHERE r.owner_id = ? AND ${sql} ORDER BY coalesce(s.stars, 0) DESC, r.pushed_at DESC, r.id LIMIT ?`;
  return db.all(Repository, query, ownerId, ...values, limit);
}

/** How many repositories of an account somebody may see. */
export function countVisible(db: Database, caller: Caller, ownerId: number): number {
  const { sql, values } = visibleTo(caller);
  const query = `SELECT count(*) AS count FROM repositories r WHERE r.owner_id = ? AND ${sql}`;
  const key = `visible ${ownerId} ${caller.user?.id ?? ""}`;
  return db.remember(key, () => countOf(db, query, ownerId, ...values));
}

/** How many repositories somebody starred, of those that are to be seen. */
export function countStarred(db: Database, caller: Caller, userId: number): number {
  const { sql, values } = visibleTo(caller);
  const query = `SELECT count(*) AS count FROM stars s JOIN repositories r ON r.id = s.repository_id
    WHERE s.user_id = ? AND ${sql}`;
  const key = `starred ${userId} ${caller.user?.id ?? ""}`;
  return db.remember(key, () => countOf(db, query, userId, ...values));
}

/** What was forked from a repository, the newest first. */
export function forksOf(db: Database, caller: Caller, repositoryId: number, window: Window): Part<Repository> {
  const { sql, values } = visibleTo(caller);
  const query = `r.* FROM repositories r WHERE r.parent_id = ? AND ${sql} ORDER BY r.created_at DESC, r.id DESC`;
  return readPart(db, Repository, query, [repositoryId, ...values], window);
}
