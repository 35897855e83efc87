import type { Database } from "./database.ts";
import { touchIssue } from "./issues.ts";
import { PullRequest } from "./pull-requests.ts";

// State changes of pull requests that no operation of the API makes.

/** The commits that a closed pull request is fixed at; null while it follows its branches. */
export type FixedCommits = Pick<PullRequest, "head_sha" | "base_sha">;

/** Closes a pull request and fixes its commits, regardless of what happens to its branches. */
export function closePullRequest(
  db: Database,
  pull: Pick<PullRequest, "id" | "issue_id">,
  { head_sha, base_sha }: FixedCommits,
  now: string,
): void {
  db.run("UPDATE pull_requests SET head_sha = ?, base_sha = ? WHERE id = ?", head_sha, base_sha, pull.id);
  db.run("UPDATE issues SET state = 'closed', closed_at = ?1, updated_at = ?1 WHERE id = ?2", now, pull.issue_id);
}

/** Reopens a pull request, which follows its branches again. */
export function reopenPullRequest(db: Database, pull: Pick<PullRequest, "id" | "issue_id">, now: string): void {
  db.run("UPDATE pull_requests SET head_sha = NULL, base_sha = NULL WHERE id = ?", pull.id);
  db.run("UPDATE issues SET state = 'open', closed_at = NULL, updated_at = ? WHERE id = ?", now, pull.issue_id);
}

export function setDraft(db: Database, pull: Pick<PullRequest, "id" | "issue_id">, draft: boolean, now: string): void {
  db.run("UPDATE pull_requests SET draft = ? WHERE id = ?", Number(draft), pull.id);
  touchIssue(db, pull.issue_id, now);
}

export type MergeResult = Required<Pick<PullRequest, "merged_by" | "merge_commit_sha">>;

export function setMerged(db: Database, { id }: Pick<PullRequest, "id">, merge: MergeResult, now: string): void {
  const sql = "UPDATE pull_requests SET merged_at = ?, merged_by = ?, merge_commit_sha = ? WHERE id = ?";
  db.run(sql, now, merge.merged_by, merge.merge_commit_sha, id);
}

/** Changes the base branch of a pull request. */
export function setBase(db: Database, { id }: Pick<PullRequest, "id">, base: string): void {
  db.run("UPDATE pull_requests SET base = ? WHERE id = ?", base, id);
}

/** Returns the open pull requests whose head is this branch. */
export function openPullRequestsFrom(db: Database, repositoryId: number, branch: string): PullRequest[] {
  const sql = `SELECT * FROM pulls WHERE head_repository_id = ? AND head = ? AND head_sha IS NULL AND state = 'open'
    ORDER BY id`;
  return db.all(PullRequest, sql, repositoryId, branch);
}
