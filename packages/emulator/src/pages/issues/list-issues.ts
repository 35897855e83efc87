import type { Caller } from "../../callers/caller.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import { findIssues, parseSearchQuery } from "../../search/find-issues.ts";
import { type Database, type PageRange, queryCount, queryPage, type RowPage } from "../../state/database.ts";
import { type Issue, issues } from "../../state/issues.ts";
import { fullNameOf, type Repository } from "../../state/repositories.ts";
import { readStateOnlyQuery, restrictQuery } from "../search/restricted-query.ts";

/** The default query of the list. */
export const OPEN_ISSUES = "is:issue is:open";

const IN_REPOSITORY = `FROM issues i LEFT JOIN pull_requests p ON p.issue_id = i.id
  WHERE i.repository_id = ? AND p.id IS NULL AND i.deleted_at IS NULL AND i.moved_number IS NULL`;

/** Returns the number of a repository's open or closed issues. Cached until they change. */
export function countIssues(db: Database, repositoryId: number, state: "open" | "closed"): number {
  const sql = `SELECT count(*) AS count ${IN_REPOSITORY} AND i.state = ?`;
  return db.memoize(`issues ${repositoryId} ${state}`, () => queryCount(db, sql, repositoryId, state));
}

/**
 * Returns a repository's issues that match a query, newest first.
 * @throws InvalidQueryError, UnknownUserError on an invalid query
 */
export function listRepositoryIssues(
  context: EmulatorContext,
  caller: Caller,
  repository: Repository,
  text: string,
  window: PageRange,
): RowPage<Issue> {
  const { db } = context;
  const query = parseSearchQuery(text.trim() === "" ? "is:issue" : text);
  const state = readStateOnlyQuery(query, "issue");
  if (!state) {
    const restricted = restrictQuery(query, "issue", fullNameOf(db, repository));
    return findIssues(context, caller, restricted, { by: undefined, direction: "desc" }, window);
  }
  // A query of the state alone needs no search: it uses an index and stays fast for long lists.
  const [condition, values] = state === "all" ? ["", []] : ["AND i.state = ?", [state]];
  const sql = `i.* ${IN_REPOSITORY} ${condition} ORDER BY i.created_at DESC, i.number DESC`;
  return queryPage(db, issues, sql, [repository.id, ...values], window);
}
