import { writeCommit } from "../git/commit.ts";
import { commitsSince, mergeBase } from "../git/history.ts";
import { mergeTrees } from "../git/merge.ts";
import type { RefUpdateContext } from "../rules/evaluate-rulesets.ts";
import type { ProposedRefUpdate } from "../rules/push-context.ts";
import { findRef } from "../state/git-store.ts";
import { timestamp } from "../timestamp.ts";
import { accountSignature } from "./account-signature.ts";
import { updateRef } from "./update-ref.ts";

/** A commit to merge into a branch. */
export interface BranchMerge extends Pick<ProposedRefUpdate, "isForkSync"> {
  readonly branch: string;
  /** Must be an object of the repository. */
  readonly commit: string;
  readonly message: string;
}

/**
 * Merges a commit into a branch by a merge commit.
 * @returns the merge commit; undefined if the branch contains the commit, null if there are conflicts
 */
export function mergeIntoBranch(
  updateContext: RefUpdateContext,
  { branch, commit, message, ...options }: BranchMerge,
): string | null | undefined {
  const { context, repository, sender } = updateContext;
  const store = { db: context.db, repositoryId: repository.id };
  const ref = `refs/heads/${branch}`;
  const before = findRef(store, ref);
  if (before === undefined || commitsSince(store, before, commit).length === 0) return undefined;
  const base = mergeBase(store, before, commit);
  const tree = base === undefined ? undefined : mergeTrees(store, base, before, commit);
  if (tree === undefined) return null;
  const author = accountSignature(context, sender, timestamp(context.now()));
  const after = writeCommit(store, { tree, parents: [before, commit], author, committer: author, message });
  updateRef(updateContext, { ref, before, after, ...options });
  return after;
}
