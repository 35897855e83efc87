import { flag, nullable, type RowOf, reference, row, rowId, text } from "./columns.ts";
import { allOf, where } from "./condition.ts";
import { type Database, exists, type PageRange, queryPage, type RowPage } from "./database.ts";
import { commonIssueColumns, type Issue, issues } from "./issues.ts";
import { type NewRow, table } from "./table.ts";

export const pullRequests = table(
  "pull_requests",
  {
    id: rowId(),
    issue_id: reference("issues"),
    /** The head branch and its repository; the repository is null once it is deleted. */
    head: text(),
    head_repository_id: nullable(reference("repositories", "SET NULL")),
    head_owner_id: nullable(reference("accounts", "SET NULL")),
    /** The fixed commits of a closed pull request; null while it follows its branches. */
    head_sha: nullable(text()),
    base: text(),
    base_sha: nullable(text()),
    draft: flag(),
    maintainer_can_modify: flag(),
    merged_at: nullable(text()),
    merged_by: nullable(reference("accounts", "SET NULL")),
    merge_commit_sha: nullable(text()),
  },
  {
    unique: [["issue_id"]],
    indexes: { pull_requests_by_head: "head_repository_id, head" },
    more: `
-- The view has a rowid as tables do, which queryPage needs for distant pages.
CREATE VIEW pulls AS
  SELECT p.id AS rowid, p.*, i.repository_id, i.number, i.user_id, i.title, i.body, i.state, i.locked, i.lock_reason,
    i.milestone_id, i.created_at, i.updated_at, i.closed_at,
    (SELECT count(*) FROM issue_comments c WHERE c.issue_id = i.id) AS comments
  FROM pull_requests p JOIN issues i ON i.id = p.issue_id;
`,
  },
);

/** A pull request and its issue have separate ids and share one number. */
export const PullRequest = row({ ...commonIssueColumns, ...pullRequests.columns });
export type PullRequest = RowOf<typeof PullRequest>;

/** Creates a pull request together with its issue. */
export function createPullRequest(
  db: Database,
  issue: NewRow<Issue>,
  pull: Omit<RowOf<typeof pullRequests>, "id" | "issue_id">,
): PullRequest {
  const { id: issue_id, ...common } = issues.insert(db, issue);
  return { ...common, ...pullRequests.insert(db, { ...pull, issue_id }) };
}

export function findPullRequest(db: Database, repositoryId: number, number: number): PullRequest | undefined {
  return db.get(PullRequest, "SELECT * FROM pulls WHERE repository_id = ? AND number = ?", repositoryId, number);
}

export function pullRequestById(db: Database, repositoryId: number, id: number): PullRequest | undefined {
  return db.get(PullRequest, "SELECT * FROM pulls WHERE repository_id = ? AND id = ?", repositoryId, id);
}

export function pullRequestOf(db: Database, issueId: number): PullRequest | undefined {
  return db.get(PullRequest, "SELECT * FROM pulls WHERE issue_id = ?", issueId);
}

/** Returns a repository's open pull requests, newest first. */
export function openPullRequests(db: Database, repositoryId: number): PullRequest[] {
  const sql = "SELECT * FROM pulls WHERE repository_id = ? AND state = 'open' ORDER BY number DESC";
  return db.all(PullRequest, sql, repositoryId);
}

/** Returns a repository's merged pull requests, newest first. */
export function mergedPullRequests(db: Database, repositoryId: number): PullRequest[] {
  const sql = "SELECT * FROM pulls WHERE repository_id = ? AND merged_at IS NOT NULL ORDER BY number DESC";
  return db.all(PullRequest, sql, repositoryId);
}

/** Returns all of a repository's pull requests. */
export function pullRequestsOf(db: Database, repositoryId: number): PullRequest[] {
  return db.all(PullRequest, "SELECT * FROM pulls WHERE repository_id = ? ORDER BY number", repositoryId);
}

/** Filters and order of a repository's list of pull requests. */
export interface PullRequestFilter {
  readonly state: "open" | "closed" | "all";
  readonly head: { readonly owner: string; readonly branch: string } | undefined;
  readonly base: string | undefined;
  readonly sort: "created" | "updated" | "popularity" | "long-running";
  readonly direction: "asc" | "desc";
  /** Pull requests created before this time and updated since count as long-running. Other orders ignore it. */
  readonly monthAgo: string;
}

const SORT_COLUMNS = {
  created: "created_at",
  updated: "updated_at",
  popularity: "comments",
  "long-running": "created_at",
} as const satisfies Record<PullRequestFilter["sort"], string>;

/** Lists a repository's pull requests. */
export function listPulls(
  db: Database,
  repositoryId: number,
  filter: PullRequestFilter,
  pageRange: PageRange,
): RowPage<PullRequest> {
  const { state, head, base, sort, direction, monthAgo } = filter;
  const { sql, values } = allOf([
    { sql: "repository_id = ?", values: [repositoryId] },
    where("state = ?", state === "all" ? undefined : state),
    where("base = ?", base),
    where("head = ?", head?.branch),
    where("head_owner_id = (SELECT id FROM accounts WHERE login = ?)", head?.owner),
    // Open for more than a month and updated within the last one.
    sort === "long-running" ? { sql: "created_at < ? AND updated_at >= ?", values: [monthAgo, monthAgo] } : undefined,
  ]);
  const query = `* FROM pulls WHERE ${sql} ORDER BY ${SORT_COLUMNS[sort]} ${direction}, number ${direction}`;
  return queryPage(db, PullRequest, query, values, pageRange);
}

export function hasMergedPullRequest(db: Database, repositoryId: number, userId: number): boolean {
  const sql = "SELECT 1 FROM pulls WHERE repository_id = ? AND user_id = ? AND merged_at IS NOT NULL LIMIT 1";
  return db.memoize(`merged ${repositoryId} ${userId}`, () => exists(db, sql, repositoryId, userId));
}
