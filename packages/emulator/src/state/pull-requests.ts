import * as z from "zod/mini";
import { allOf, where } from "./condition.ts";
import { type Database, exists, flag, type PageRange, queryPage, type RowPage } from "./database.ts";
import { CommonIssueFields, createIssue, type Issue } from "./issues.ts";

export const PULL_REQUEST_TABLES = `
CREATE TABLE pull_requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT, issue_id INTEGER NOT NULL UNIQUE REFERENCES issues ON DELETE CASCADE,
  head TEXT NOT NULL, head_repository_id INTEGER REFERENCES repositories ON DELETE SET NULL,
  head_owner_id INTEGER REFERENCES accounts ON DELETE SET NULL, head_sha TEXT,
  base TEXT NOT NULL, base_sha TEXT, draft INTEGER NOT NULL, maintainer_can_modify INTEGER NOT NULL,
  merged_at TEXT, merged_by INTEGER REFERENCES accounts ON DELETE SET NULL, merge_commit_sha TEXT
) STRICT;
CREATE INDEX pull_requests_by_head ON pull_requests (head_repository_id, head);
CREATE VIEW pulls AS
  SELECT p.id AS rowid, p.*, i.repository_id, i.number, i.user_id, i.title, i.body, i.state, i.locked, i.lock_reason,
    i.milestone_id, i.created_at, i.updated_at, i.closed_at,
    (SELECT count(*) FROM issue_comments c WHERE c.issue_id = i.id) AS comments
  FROM pull_requests p JOIN issues i ON i.id = p.issue_id;
`;

// The view has a `rowid` as tables do, which `queryPage` needs for distant pages.

/** The fields of a pull request that issues don't have. */
const PullRequestFields = z.object({
  /** The head branch and its repository; the repository is null once it is deleted. */
  head: z.string(),
  head_repository_id: z.nullable(z.int()),
  head_owner_id: z.nullable(z.int()),
  /** The fixed commits of a closed pull request; null while it follows its branches. */
  head_sha: z.nullable(z.string()),
  base_sha: z.nullable(z.string()),
  base: z.string(),
  draft: flag(),
  maintainer_can_modify: flag(),
  merged_at: z.nullable(z.string()),
  merged_by: z.nullable(z.int()),
  merge_commit_sha: z.nullable(z.string()),
});

/** A pull request and its issue have separate ids and share one number. */
export const PullRequest = z.extend(PullRequestFields, { ...CommonIssueFields.shape, id: z.int(), issue_id: z.int() });
export type PullRequest = z.output<typeof PullRequest>;

/** Creates a pull request together with its issue. */
export function createPullRequest(
  db: Database,
  issue: Omit<Issue, "id">,
  pull: z.output<typeof PullRequestFields>,
): PullRequest {
  const { id: issue_id, ...commonFields } = createIssue(db, issue);
  const { id } = db.run(
    `INSERT INTO pull_requests (issue_id, head, head_repository_id, head_owner_id, head_sha, base, base_sha, draft,
       maintainer_can_modify, merged_at, merged_by, merge_commit_sha) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[issue_id, pull.head, pull.head_repository_id, pull.head_owner_id, pull.head_sha, pull.base, pull.base_sha],
    ...[Number(pull.draft), Number(pull.maintainer_can_modify)],
    ...[pull.merged_at, pull.merged_by, pull.merge_commit_sha],
  );
  return { ...commonFields, ...pull, id, issue_id };
}

export function findPullRequest(db: Database, repositoryId: number, number: number): PullRequest | undefined {
  return db.get(PullRequest, "SELECT * FROM pulls WHERE repository_id = ? AND number = ?", repositoryId, number);
}

export function pullRequestOf(db: Database, issueId: number): PullRequest | undefined {
  return db.get(PullRequest, "SELECT * FROM pulls WHERE issue_id = ?", issueId);
}

/** Returns a repository's open pull requests, newest first. */
export function openPullRequests(db: Database, repositoryId: number): PullRequest[] {
  const sql = "SELECT * FROM pulls WHERE repository_id = ? AND state = 'open' ORDER BY number DESC";
  return db.all(PullRequest, sql, repositoryId);
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
