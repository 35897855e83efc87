import type { RefUpdateContext } from "../rules/evaluate-rulesets.ts";
import { findRef } from "../state/git-store.ts";
import { mergeIntoBranch } from "./merge-branch.ts";

/**
 * Merges the default branch into the branch of a deployment, unless the branch has all of its commits.
 * @returns the message of the response; undefined if nothing had to be merged
 * @throws RangeError if there are conflicts
 */
export function autoMergeDeployment(update: RefUpdateContext, branch: string): string | undefined {
  const { context, repository } = update;
  const from = repository.default_branch;
  const commit = findRef({ db: context.db, repositoryId: repository.id }, `refs/heads/${from}`);
  if (commit === undefined) return undefined;
  const merged = mergeIntoBranch(update, { branch, commit, message: `Merge ${from} into ${branch} on deployment` });
  if (merged === null) throw new RangeError(`Conflict merging ${from} into ${branch}`);
  return merged && `Auto-merged ${from} into ${branch} on deployment.`;
}
