import type { Database } from "./database.ts";
import { issues } from "./issues.ts";
import { PullRequest, pullRequests } from "./pull-requests.ts";

// State changes of pull requests.

/** The commits that a closed pull request is fixed at; null while it follows its branches. */
export type FixedCommits = Pick<PullRequest, "head_sha" | "base_sha">;

/** Closes a pull request and fixes its commits, regardless of what happens to its branches. */
export function closePullRequest(
  db: Database,
  pull: Pick<PullRequest, "id" | "issue_id">,
  { head_sha, base_sha }: FixedCommits,
  now: string,
): void {
  pullRequests.update(db, { id: pull.id }, { head_sha, base_sha });
  db.run("UPDATE issues SET state = 'closed', closed_at = ?1, updated_at = ?1 WHERE id = ?2", now, pull.issue_id);
}

/** Reopens a pull request, which follows its branches again. */
export function reopenPullRequest(db: Database, pull: Pick<PullRequest, "id" | "issue_id">, now: string): void {
  pullRequests.update(db, { id: pull.id }, { head_sha: null, base_sha: null });
  issues.update(db, { id: pull.issue_id }, { state: "open", closed_at: null, updated_at: now });
}

export function setDraft(db: Database, pull: Pick<PullRequest, "id" | "issue_id">, draft: boolean, now: string): void {
  pullRequests.update(db, { id: pull.id }, { draft });
  issues.update(db, { id: pull.issue_id }, { updated_at: now });
}

export type MergeResult = Required<Pick<PullRequest, "merged_by" | "merge_commit_sha">>;

export function setMerged(db: Database, { id }: Pick<PullRequest, "id">, merge: MergeResult, now: string): void {
  pullRequests.update(
    db,
    { id },
    { merged_at: now, merged_by: merge.merged_by, merge_commit_sha: merge.merge_commit_sha },
  );
}

/** Changes the base branch of a pull request. */
export function setBase(db: Database, { id }: Pick<PullRequest, "id">, base: string): void {
  pullRequests.update(db, { id }, { base });
}

/** Returns the open pull requests whose head is this branch. */
export function openPullRequestsFrom(db: Database, repositoryId: number, branch: string): PullRequest[] {
  const sql = `SELECT * FROM pulls WHERE head_repository_id = ? AND head = ? AND head_sha IS NULL AND state = 'open'
    ORDER BY id`;
  return db.all(PullRequest, sql, repositoryId, branch);
}

/** Returns the closed pull requests from this branch whose head is fixed at a commit, oldest first. */
export function pullRequestsFixedAt(db: Database, repositoryId: number, branch: string, sha: string): PullRequest[] {
  const sql = "SELECT * FROM pulls WHERE head_repository_id = ? AND head = ? AND head_sha = ? ORDER BY id";
  return db.all(PullRequest, sql, repositoryId, branch, sha);
}

/** Returns the open pull requests into this branch, oldest first. */
export function openPullRequestsInto(db: Database, repositoryId: number, branch: string): PullRequest[] {
  const sql = "SELECT * FROM pulls WHERE repository_id = ? AND base = ? AND state = 'open' ORDER BY id";
  return db.all(PullRequest, sql, repositoryId, branch);
}

/** Returns the open pull requests into this branch whose head branch is at one of these commits, oldest first. */
export function openPullRequestsAt(
  db: Database,
  repositoryId: number,
  branch: string,
  commits: readonly string[],
): PullRequest[] {
  const sql = `SELECT p.* FROM pulls p
    JOIN git_refs r ON r.repository_id = p.head_repository_id AND r.name = 'refs/heads/' || p.head
    WHERE p.repository_id = ? AND p.base = ? AND p.state = 'open' AND r.sha IN (SELECT value FROM json_each(?))
    ORDER BY p.id`;
  return db.all(PullRequest, sql, repositoryId, branch, JSON.stringify(commits));
}

/** Returns the pull request that was last merged from a branch of the same repository. */
export function lastMergedFrom(db: Database, repositoryId: number, branch: string): PullRequest | undefined {
  const sql = `SELECT * FROM pulls WHERE head_repository_id = ?1 AND head = ?2 AND repository_id = ?1
    AND merged_at IS NOT NULL ORDER BY merged_at DESC, id DESC LIMIT 1`;
  return db.get(PullRequest, sql, repositoryId, branch);
}

/** Returns the open pull request with this head and base. There is at most one. */
export function findOpenDuplicate(
  db: Database,
  repositoryId: number,
  { head, head_repository_id, base }: Pick<PullRequest, "head" | "head_repository_id" | "base">,
): PullRequest | undefined {
  const sql = `SELECT * FROM pulls WHERE repository_id = ? AND head_repository_id = ? AND head = ? AND base = ?
    AND state = 'open' ORDER BY number DESC`;
  return db.get(PullRequest, sql, repositoryId, head_repository_id, head, base);
}
