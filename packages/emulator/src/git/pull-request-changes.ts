import type { Database } from "../state/database.ts";
import { copyObjects, findObjectHeader, findRef, type GitStore } from "../state/git-store.ts";
import type { FixedCommits } from "../state/pull-request-transitions.ts";
import { mergedPullRequests, openPullRequests, type PullRequest } from "../state/pull-requests.ts";
import { type MeasuredChange, measureChange } from "./compare.ts";
import { compareBranches, formatComparison, type TextFormat } from "./comparison.ts";
import { commitsSince } from "./history.ts";
import { mergesCleanly } from "./merge.ts";

/** The commits at both ends of a pull request; undefined if the branch doesn't exist. */
export interface PullRequestTips {
  readonly base: string | undefined;
  readonly head: string | undefined;
}

/**
 * Returns a pull request's base and head commits: the fixed ones of a closed pull request, else the current tips of its
 * branches.
 */
export function tipsOf(db: Database, pull: PullRequest): PullRequestTips {
  const branchTip = (repositoryId: number | null, branch: string) =>
    repositoryId === null ? undefined : findRef({ db, repositoryId }, `refs/heads/${branch}`);
  return {
    base: pull.base_sha ?? branchTip(pull.repository_id, pull.base),
    head: pull.head_sha ?? branchTip(pull.head_repository_id, pull.head),
  };
}

/** Returns the commits that a pull request is fixed at when it is closed now. */
export function currentEnds(db: Database, pull: PullRequest): FixedCommits {
  const { head = null, base = null } = tipsOf(db, pull);
  return { head_sha: head, base_sha: base };
}

export interface PullRequestChanges {
  /** Newest first. */
  readonly commits: readonly string[];
  readonly files: readonly MeasuredChange[];
  /** Whether it merges without conflicts. */
  readonly mergeable: boolean;
}

/** Returns the changes in a pull request; undefined if a branch is missing. */
export function pullRequestChangesOf(db: Database, pull: PullRequest): PullRequestChanges | undefined {
  const { base, head } = tipsOf(db, pull);
  if (base === undefined || head === undefined) return undefined;
  const store = { db, repositoryId: pull.repository_id };
  if (!findObjectHeader(store, base) || !fetchForkObjects(store, pull, head)) return undefined;
  return db.memoize(`pull request changes ${store.repositoryId} ${base} ${head}`, () => {
    const { commits, files } = compareBranches(store, base, head);
    return {
      commits,
      files: files.map((change) => measureChange(store, change)),
      mergeable: mergesCleanly(store, base, head),
    };
  });
}

/**
 * Returns the pull requests that a commit belongs to: those that merged it, or also the open ones if the default branch
 * doesn't contain it.
 */
export function pullRequestsWithCommit(store: GitStore, defaultBranch: string, sha: string): PullRequest[] {
  const { db, repositoryId } = store;
  return db.memoize(`pull requests with ${repositoryId} ${defaultBranch} ${sha}`, () => {
    const tip = findRef(store, `refs/heads/${defaultBranch}`);
    const isInDefaultBranch = tip !== undefined && commitsSince(store, tip, sha).length === 0;
    return [
      ...mergedPullRequests(db, repositoryId),
      ...(isInDefaultBranch ? [] : openPullRequests(db, repositoryId)),
    ].filter((pull) => {
      if (pull.merge_commit_sha === sha) return true;
      const { base, head } = tipsOf(db, pull);
      if (base === undefined || head === undefined) return false;
      if (!findObjectHeader(store, base) || !fetchForkObjects(store, pull, head)) return false;
      return commitsSince(store, base, head).includes(sha);
    });
  });
}

/** Formats a pull request's changes. They are empty if a branch is missing. */
export function formatPullRequest(db: Database, pull: PullRequest, format: TextFormat): Uint8Array {
  const store = { db, repositoryId: pull.repository_id };
  const changes = pullRequestChangesOf(db, pull) ?? { commits: [], files: [] };
  return formatComparison(store, changes, format);
}

/**
 * Copies a fork's objects into the base repository if necessary.
 * @returns whether the head commit exists there
 */
export function fetchForkObjects(
  store: GitStore,
  pull: Pick<PullRequest, "head_repository_id">,
  head: string,
): boolean {
  if (findObjectHeader(store, head)) return true;
  if (pull.head_repository_id === null || pull.head_repository_id === store.repositoryId) return false;
  copyObjects({ db: store.db, repositoryId: pull.head_repository_id }, store);
  return findObjectHeader(store, head) !== undefined;
}
