import { type Commit, readCommit } from "../git/commit.ts";
import { compareCommits, type FileChange } from "../git/compare.ts";
import { commitsSince } from "../git/history.ts";
import { peelTag } from "../git/tag.ts";
import type { MergeMethod } from "../public.ts";
import type { Database } from "../state/database.ts";
import type { GitStore } from "../state/git-store.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import { createExpressionMatcher, type ExpressionMatcher } from "./rule-expression.ts";

export interface ProposedRefUpdate {
  /** The full name: `refs/heads/main`. */
  readonly ref: string;
  /** Undefined if the ref is created. */
  readonly before: string | undefined;
  /** Undefined if the ref is deleted. */
  readonly after: string | undefined;
  /** The pull request that the update merges; undefined for a direct push. */
  readonly merge?: { readonly pull: PullRequest; readonly head: string; readonly method: MergeMethod };
  /** Whether a fork's branch is updated from its parent. */
  readonly isForkSync?: boolean;
  /** Whether it is part of a push of so many refs that there are no events for it. */
  readonly isUnreported?: boolean;
}

/** A commit that a push adds. */
interface PushedCommit extends Commit {
  readonly sha: string;
}

/** A push and its commits, as rules see it. */
export interface PushContext extends ProposedRefUpdate {
  readonly db: Database;
  readonly repository: Repository;
  /** The commits that `before` and `after` stand for, with annotated tags resolved. */
  readonly commitIds: { readonly before: string | undefined; readonly after: string | undefined };
  readonly store: GitStore;
  /** Newest first. */
  readonly commits: readonly PushedCommit[];
  /** The changes of each commit. */
  readonly changes: readonly FileChange[];
  readonly matchesExpression: ExpressionMatcher;
}

/** Creates the context of a push. Commits and changes are computed when a rule first reads them. */
export function createPushContext(db: Database, repository: Repository, update: ProposedRefUpdate): PushContext {
  const store = { db, repositoryId: repository.id };
  const commitAt = (sha: string | undefined) => (sha === undefined ? undefined : peelTag(store, sha));
  const commitIds = { before: commitAt(update.before), after: commitAt(update.after) };
  let commits: readonly PushedCommit[] | undefined;
  let changes: readonly FileChange[] | undefined;
  return {
    ...update,
    db,
    repository,
    commitIds,
    store,
    matchesExpression: createExpressionMatcher(),
    get commits() {
      const { before, after } = commitIds;
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
