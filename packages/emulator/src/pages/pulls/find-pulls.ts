import type { Caller } from "../../callers/caller.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import { findIssues, parseSearchQuery } from "../../search/find-issues.ts";
import type { SearchQuery } from "../../search/query.ts";
import { oneOf, row } from "../../state/columns.ts";
import { type Database, type PageRange, queryCount, queryPage, type RowPage } from "../../state/database.ts";
import { PullRequest, pullRequestOf } from "../../state/pull-requests.ts";
import { fullNameOf, type Repository } from "../../state/repositories.ts";
import { readStateOnlyQuery, restrictQuery } from "../search/restricted-query.ts";

/** Returns the number of a repository's open or closed pull requests. Cached until they change. */
export function countPulls(db: Database, repositoryId: number, state: "open" | "closed"): number {
  const sql = `SELECT count(*) AS count FROM issues i JOIN pull_requests p ON p.issue_id = i.id
    WHERE i.repository_id = ? AND i.state = ?`;
  return db.memoize(`pulls ${repositoryId} ${state}`, () => queryCount(db, sql, repositoryId, state));
}

/** The default query of the list. */
export const OPEN_PULLS = "is:pr is:open";

/**
 * Returns a repository's pull requests that match a query, newest first.
 * @throws WrongQuery, UnknownUser on an invalid query
 */
export function findRepositoryPulls(
  context: EmulatorContext,
  caller: Caller,
  repository: Repository,
  text: string,
  window: PageRange,
): RowPage<PullRequest> {
  const query = parseSearchQuery(text.trim() === "" ? "is:pr" : text);
  const state = readStateOnlyQuery(query, "pr");
  if (state) return listPullsByState(context.db, repository.id, state, window);
  return searchPulls(context, caller, restrictQuery(query, "pr", fullNameOf(context.db, repository)), window);
}

/**
 * Returns all visible pull requests that match a query.
 * @throws WrongQuery, UnknownUser on an invalid query
 */
export function findPulls(
  context: EmulatorContext,
  caller: Caller,
  text: string,
  window: PageRange,
): RowPage<PullRequest> {
  const query = parseSearchQuery(text);
  const pulls = { kind: "qualifier", name: "is", value: "pr", values: ["pr"] } as const;
  return searchPulls(context, caller, { ...query, term: { kind: "all", terms: [query.term, pulls] } }, window);
}

function searchPulls(
  context: EmulatorContext,
  caller: Caller,
  query: SearchQuery,
  window: PageRange,
): RowPage<PullRequest> {
  const { rows, total } = findIssues(context, caller, query, { by: undefined, direction: "desc" }, window);
  return { rows: rows.flatMap(({ id }) => pullRequestOf(context.db, id) ?? []), total };
}

/** Queries the database without a search, which uses an index and stays fast for long lists. */
function listPullsByState(
  db: Database,
  repositoryId: number,
  state: "open" | "closed" | "all",
  window: PageRange,
): RowPage<PullRequest> {
  const [condition, values] = state === "all" ? ["", []] : ["AND state = ?", [state]];
  const query = `* FROM pulls WHERE repository_id = ? ${condition} ORDER BY created_at DESC, number DESC`;
  return queryPage(db, PullRequest, query, [repositoryId, ...values], window);
}

const VerdictRow = row({ state: oneOf(["APPROVED", "CHANGES_REQUESTED"]) });

/** Returns the combined result of the reviewers' latest reviews. Requested changes outweigh approvals. */
export function reviewVerdict(db: Database, pullRequestId: number): "approved" | "changes requested" | undefined {
  const sql = `SELECT v.state FROM reviews v WHERE v.pull_request_id = ? AND v.state IN ('APPROVED', 'CHANGES_REQUESTED')
    AND NOT EXISTS (SELECT 1 FROM reviews w WHERE w.pull_request_id = v.pull_request_id AND w.user_id IS v.user_id
      AND w.id > v.id AND w.state IN ('APPROVED', 'CHANGES_REQUESTED', 'DISMISSED'))
    ORDER BY v.state DESC LIMIT 1`;
  const found = db.get(VerdictRow, sql, pullRequestId)?.state;
  if (found === undefined) return undefined;
  return found === "APPROVED" ? "approved" : "changes requested";
}
