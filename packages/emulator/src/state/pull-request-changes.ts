import { compareCommits, type MeasuredChange, measureChange } from "../git/compare.ts";
import { commitsSince, mergeBase } from "../git/history.ts";
import { mergesCleanly } from "../git/merge.ts";
import type { Database } from "./database.ts";
import { copyObjects, findObjectHead, findRef, type GitStore } from "./git.ts";
import type { PullRequest } from "./pull-requests.ts";

/** The commits at both ends of a pull request, each where its branch holds any. */
export interface Sides {
  readonly base: string | undefined;
  readonly head: string | undefined;
}

/** What a pull request is about: the commits that it was left at, or those that its branches point at now. */
export function sidesOf(db: Database, pull: PullRequest): Sides {
  const tip = (repositoryId: number | null, branch: string) =>
    repositoryId === null ? undefined : findRef({ db, repositoryId }, `refs/heads/${branch}`);
  return {
    base: pull.base_sha ?? tip(pull.repository_id, pull.base),
    head: pull.head_sha ?? tip(pull.head_repository_id, pull.head),
  };
}

/** What a pull request brings. */
export interface PullChanges {
  /** The newest first. */
  readonly commits: readonly string[];
  readonly files: readonly MeasuredChange[];
  /** Whether it can be merged as it is. */
  readonly mergeable: boolean;
}

/** What a pull request brings to its base; undefined where one of its branches holds no commits. */
export function changesOf(db: Database, pull: PullRequest): PullChanges | undefined {
  const { base, head } = sidesOf(db, pull);
  if (base === undefined || head === undefined) return undefined;
  const store = { db, repositoryId: pull.repository_id };
  if (!findObjectHead(store, base) || !bringObjects(store, pull, head)) return undefined;
  return db.remember(`pull request changes ${store.repositoryId} ${base} ${head}`, () => ({
    commits: commitsSince(store, base, head),
    files: compareCommits(store, mergeBase(store, base, head), head).map((change) => measureChange(store, change)),
    mergeable: mergesCleanly(store, base, head),
  }));
}

/** A fork's commits arrive where they are to be merged. @returns whether the commit is there */
function bringObjects(store: GitStore, pull: PullRequest, head: string): boolean {
  if (findObjectHead(store, head)) return true;
  if (pull.head_repository_id === null || pull.head_repository_id === store.repositoryId) return false;
  copyObjects({ db: store.db, repositoryId: pull.head_repository_id }, store);
  return findObjectHead(store, head) !== undefined;
}
