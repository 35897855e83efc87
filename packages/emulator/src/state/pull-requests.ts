import * as z from "zod/mini";
import { allOf, where } from "./condition.ts";
import { type Database, exists, flag, type Part, readPart, type Window } from "./database.ts";
import { CommonFields, createIssue, type Issue } from "./issues.ts";

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

// The view names its rows by number as tables do, which is how pages that are far on are found (`readPart`).

/** What a pull request has beside what makes it an issue. */
const PullFields = z.object({
  /** The branch that is to be merged, of which repository; null once that is deleted. */
  head: z.string(),
  head_repository_id: z.nullable(z.int()),
  head_owner_id: z.nullable(z.int()),
  /** The commits that it is about; null: wherever its branches are. */
  head_sha: z.nullable(z.string()),
  base_sha: z.nullable(z.string()),
  base: z.string(),
  draft: flag(),
  maintainer_can_modify: flag(),
  merged_at: z.nullable(z.string()),
  merged_by: z.nullable(z.int()),
  merge_commit_sha: z.nullable(z.string()),
});

/** An issue and a pull request have ids of their own, and one number. */
export const PullRequest = z.extend(PullFields, { ...CommonFields.shape, id: z.int(), issue_id: z.int() });
export type PullRequest = z.output<typeof PullRequest>;

/** Adds a pull request, and the issue that it is. */
export function createPullRequest(
  db: Database,
  issue: Omit<Issue, "id">,
  pull: z.output<typeof PullFields>,
): PullRequest {
  const { id: issue_id, ...common } = createIssue(db, issue);
  const { id } = db.run(
    `INSERT INTO pull_requests (issue_id, head, head_repository_id, head_owner_id, head_sha, base, base_sha, draft,
       maintainer_can_modify, merged_at, merged_by, merge_commit_sha) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[issue_id, pull.head, pull.head_repository_id, pull.head_owner_id, pull.head_sha, pull.base, pull.base_sha],
    ...[Number(pull.draft), Number(pull.maintainer_can_modify)],
    ...[pull.merged_at, pull.merged_by, pull.merge_commit_sha],
  );
  return { ...common, ...pull, id, issue_id };
}

export function findPullRequest(db: Database, repositoryId: number, number: number): PullRequest | undefined {
  return db.get(PullRequest, "SELECT * FROM pulls WHERE repository_id = ? AND number = ?", repositoryId, number);
}

/** The pull request that an issue is. */
export function pullRequestOf(db: Database, issueId: number): PullRequest | undefined {
  return db.get(PullRequest, "SELECT * FROM pulls WHERE issue_id = ?", issueId);
}

/** The open pull requests of a repository, the newest first. */
export function openPullRequests(db: Database, repositoryId: number): PullRequest[] {
  const sql = "SELECT * FROM pulls WHERE repository_id = ? AND state = 'open' ORDER BY number DESC";
  return db.all(PullRequest, sql, repositoryId);
}

/** Which pull requests of a repository are listed, and in which order. */
export interface PullFilter {
  readonly state: "open" | "closed" | "all";
  readonly head: { readonly owner: string; readonly branch: string } | undefined;
  readonly base: string | undefined;
  readonly sort: "created" | "updated" | "popularity" | "long-running";
  readonly direction: "asc" | "desc";
  /** What was begun before this is long-running. */
  readonly monthAgo: string;
}

const ORDERS = {
  created: "created_at",
  updated: "updated_at",
  popularity: "comments",
  "long-running": "created_at",
} as const satisfies Record<PullFilter["sort"], string>;

/** Pull requests of a repository (public description of their list). */
export function listPulls(db: Database, repositoryId: number, filter: PullFilter, window: Window): Part<PullRequest> {
  const { state, head, base, sort, direction, monthAgo } = filter;
  const { sql, values } = allOf([
    { sql: "repository_id = ?", values: [repositoryId] },
    where("state = ?", state === "all" ? undefined : state),
    where("base = ?", base),
    where("head = ?", head?.branch),
    where("head_owner_id = (SELECT id FROM accounts WHERE login = ?)", head?.owner),
    // Open for more than a month, and worked on within the last one.
    sort === "long-running" ? { sql: "created_at < ? AND updated_at >= ?", values: [monthAgo, monthAgo] } : undefined,
  ]);
  const query = `* FROM pulls WHERE ${sql} ORDER BY ${ORDERS[sort]} ${direction}, number ${direction}`;
  return readPart(db, PullRequest, query, values, window);
}

/** Has this user's work been taken into a repository? */
export function hasMerged(db: Database, repositoryId: number, userId: number): boolean {
  const sql = "SELECT 1 FROM pulls WHERE repository_id = ? AND user_id = ? AND merged_at IS NOT NULL LIMIT 1";
  return db.remember(`merged ${repositoryId} ${userId}`, () => exists(db, sql, repositoryId, userId));
}
