import { tipsOf } from "../git/pull-request-changes.ts";
import type { RefUpdateContext } from "../rules/evaluate-rulesets.ts";
import { copyObjects } from "../state/git-store.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import type { Repository } from "../state/repositories.ts";
import { mergeIntoBranch } from "./merge-branch.ts";

/** The reason why a pull request's branch can't be updated. */
export type BranchUpdateProblem = "missing-branch" | "up-to-date" | "conflict";

/**
 * Merges the base branch of a pull request into its head branch.
 * @returns why that is not possible; undefined if it was done
 */
export function updatePullRequestBranch(
  { context, repository, sender }: RefUpdateContext,
  pull: PullRequest,
  headRepository: Repository,
): BranchUpdateProblem | undefined {
  const { db } = context;
  const { base, head } = tipsOf(db, pull);
  if (base === undefined || head === undefined) return "missing-branch";
  if (headRepository.id !== repository.id)
    copyObjects({ db, repositoryId: repository.id }, { db, repositoryId: headRepository.id });
  const merged = mergeIntoBranch(
    { context, repository: headRepository, sender },
    { branch: pull.head, commit: base, message: `Merge branch '${pull.base}' into ${pull.head}` },
  );
  if (merged === undefined) return "up-to-date";
  return merged === null ? "conflict" : undefined;
}
