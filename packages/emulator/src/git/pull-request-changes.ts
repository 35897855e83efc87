import type { Database } from "../state/database.ts";
import { copyObjects, findObjectHeader, findRef, type GitStore } from "../state/git-store.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import { type MeasuredChange, measureChange } from "./compare.ts";
import { compareBranches, formatComparison, type TextFormat } from "./comparison.ts";
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
function fetchForkObjects(store: GitStore, pull: PullRequest, head: string): boolean {
  if (findObjectHeader(store, head)) return true;
  if (pull.head_repository_id === null || pull.head_repository_id === store.repositoryId) return false;
  copyObjects({ db: store.db, repositoryId: pull.head_repository_id }, store);
  return findObjectHeader(store, head) !== undefined;
}
