import type { Database } from "./database.ts";
import { touchIssue } from "./issues.ts";
import { PullRequest } from "./pull-requests.ts";

// How pull requests come to be closed, open again, drafts, merged: what no operation of the API does.

/** The commits that a pull request is about from now on; nulls: wherever its branches are. */
export type PullRequestEnds = Pick<PullRequest, "head_sha" | "base_sha">;

/** Leaves a pull request where it is, whatever becomes of its branches. */
export function closePullRequest(
  db: Database,
  pull: Pick<PullRequest, "id" | "issue_id">,
  { head_sha, base_sha }: PullRequestEnds,
  now: string,
): void {
  db.run("UPDATE pull_requests SET head_sha = ?, base_sha = ? WHERE id = ?", head_sha, base_sha, pull.id);
  db.run("UPDATE issues SET state = 'closed', closed_at = ?1, updated_at = ?1 WHERE id = ?2", now, pull.issue_id);
}

/** Takes a pull request up again: it follows its branches from now on. */
export function reopenPullRequest(db: Database, pull: Pick<PullRequest, "id" | "issue_id">, now: string): void {
  db.run("UPDATE pull_requests SET head_sha = NULL, base_sha = NULL WHERE id = ?", pull.id);
  db.run("UPDATE issues SET state = 'open', closed_at = NULL, updated_at = ? WHERE id = ?", now, pull.issue_id);
}

export function setDraft(db: Database, pull: Pick<PullRequest, "id" | "issue_id">, draft: boolean, now: string): void {
  db.run("UPDATE pull_requests SET draft = ? WHERE id = ?", Number(draft), pull.id);
  touchIssue(db, pull.issue_id, now);
}

/** How a pull request was merged. */
export type Merge = Required<Pick<PullRequest, "merged_by" | "merge_commit_sha">>;

export function setMerged(db: Database, { id }: Pick<PullRequest, "id">, merge: Merge, now: string): void {
  const sql = "UPDATE pull_requests SET merged_at = ?, merged_by = ?, merge_commit_sha = ? WHERE id = ?";
  db.run(sql, now, merge.merged_by, merge.merge_commit_sha, id);
}

/** A pull request is to go into another branch. */
export function setBase(db: Database, { id }: Pick<PullRequest, "id">, base: string): void {
  db.run("UPDATE pull_requests SET base = ? WHERE id = ?", base, id);
}

/** The open pull requests that bring a branch, wherever they want to go, and follow it as it moves. */
export function openPullRequestsFrom(db: Database, repositoryId: number, branch: string): PullRequest[] {
  const sql = `SELECT * FROM pulls WHERE head_repository_id = ? AND head = ? AND head_sha IS NULL AND state = 'open'
    ORDER BY id`;
  return db.all(PullRequest, sql, repositoryId, branch);
}
