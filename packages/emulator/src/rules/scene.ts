import { type Commit, readCommit } from "../git/commit.ts";
import { compareCommits, type FileChange } from "../git/compare.ts";
import { commitsSince } from "../git/history.ts";
import { peel } from "../git/tag.ts";
import type { MergeMethod } from "../public.ts";
import type { Database } from "../state/database.ts";
import type { GitStore } from "../state/git.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";

/** How a ref is to move. */
export interface Move {
  /** In full: `refs/heads/main` */
  readonly ref: string;
  /** None where the ref is new. */
  readonly before: string | undefined;
  /** None where the ref goes. */
  readonly after: string | undefined;
  /** The pull request that is merged by it; none: it is pushed directly. */
  readonly merge?: { readonly pull: PullRequest; readonly head: string; readonly method: MergeMethod };
}

/** A commit that a push brings. */
interface Brought extends Commit {
  readonly sha: string;
}

/** What judges look at: a push, and what it brings to the ref. */
export interface Scene extends Move {
  readonly db: Database;
  readonly repository: Repository;
  /** The commits at both ends, also of a tag with an object of its own. */
  readonly ends: { readonly before: string | undefined; readonly after: string | undefined };
  readonly store: GitStore;
  /** The newest first. */
  readonly commits: readonly Brought[];
  /** What each of the commits changes. */
  readonly changes: readonly FileChange[];
}

/** Looks at a push; what it brings is looked up when a judge asks for it first. */
export function sceneOf(db: Database, repository: Repository, move: Move): Scene {
  const store = { db, repositoryId: repository.id };
  const commitAt = (sha: string | undefined) => (sha === undefined ? undefined : peel(store, sha));
  const ends = { before: commitAt(move.before), after: commitAt(move.after) };
  let commits: readonly Brought[] | undefined;
  let changes: readonly FileChange[] | undefined;
  return {
    ...{ ...move, db, repository, ends, store },
    get commits() {
      const { before, after } = ends;
      commits ??= (after === undefined ? [] : commitsSince(store, before, after)).map((sha) => ({
        ...readCommit(store, sha),
        sha,
      }));
      return commits;
    },
    get changes() {
      changes ??= this.commits.flatMap(({ sha, parents }) => compareCommits(store, parents[0], sha));
      return changes;
    },
  };
}
