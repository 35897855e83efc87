import { checkMerge, mergePullRequest as merge, updatePullRequestBranch } from "@forgehand/core/operations";
import { effectivePermission } from "../../callers/permission.ts";
import { mergeProblem, mergePullRequest } from "../../effects/merge-pull-request.ts";
import {
  type BranchUpdateProblem,
  updatePullRequestBranch as updateBranch,
} from "../../effects/update-pull-request-branch.ts";
import { type RepositoryCall, repositoryHandler, requireActor } from "../../http/handler.ts";
import { reply } from "../../http/reply.ts";
import { conflict, forbidden, HttpError } from "../../http-error.ts";
import { headShaOf } from "../../objects/pull-request.ts";
import { renderSimpleRepository } from "../../objects/repository.ts";
import type { MergeMethod } from "../../public.ts";
import { recordViolationsOf } from "../../rules/evaluate-rulesets.ts";
import { findPullRequest, type PullRequest } from "../../state/pull-requests.ts";
import { includesPermission, type Repository, repositoryOf } from "../../state/repositories.ts";
import { canPush } from "../shared/author-or-push.ts";
import { requirePullRequestByNumber } from "./pull-requests.ts";

export const pullRequestMerges = [
  repositoryHandler(checkMerge, ({ pull_number }, { context, repository }) => {
    const pull = findPullRequest(context.db, repository.id, pull_number);
    return pull !== undefined && pull.merged_at !== null;
  }),

  repositoryHandler(merge, ({ pull_number, sha, merge_method = "merge", commit_title, commit_message }, call) => {
    const { context, repository } = call;
    const pull = requirePullRequestByNumber(context, repository, pull_number);
    const requested = { method: merge_method, title: commit_title, message: commit_message };
    const problem = mergeProblem(context, repository, pull, requested);
    if (problem) throw notMergeable(problem === "method" ? METHOD_MESSAGES[merge_method] : PROBLEM_MESSAGES[problem]);
    const head = headShaOf(context, pull);
    if (sha !== undefined && sha.toLowerCase() !== head)
      throw conflict("Head branch was modified. Review and try the merge again.");
    const actionContext = { context, repository, sender: requireActor(call) };
    const merged = recordViolationsOf(
      context,
      () => context.db.transaction(() => mergeOrReject(() => mergePullRequest(actionContext, pull, requested))),
      ({ message }) => notMergeable(message),
    );
    return { sha: merged ?? head, merged: true, message: "Pull Request successfully merged" };
  }),

  repositoryHandler(updatePullRequestBranch, ({ pull_number, expected_head_sha }, call) => {
    const { context, repository } = call;
    const pull = requirePullRequestByNumber(context, repository, pull_number);
    const headRepository = requireWritableHead(call, pull);
    if (expected_head_sha !== undefined && expected_head_sha.toLowerCase() !== headShaOf(context, pull))
      throw new HttpError(422, "expected head sha didn’t match current head ref.");
    const actionContext = { context, repository, sender: requireActor(call) };
    const problem = recordViolationsOf(
      context,
      () => context.db.transaction(() => updateBranch(actionContext, pull, headRepository)),
      ({ message }) => new HttpError(422, message),
    );
    if (problem) throw new HttpError(422, UPDATE_MESSAGES[problem]);
    const url = `${renderSimpleRepository(context, repository).url}/pulls/${pull.number}`;
    return reply(202, { message: "Updating pull request branch.", url });
  }),
];

const notMergeable = (message: string) => new HttpError(405, message);

// GitHub's own messages.
const NOT_MERGEABLE = "Pull Request is not mergeable";
const PROBLEM_MESSAGES = {
  merged: NOT_MERGEABLE,
  closed: NOT_MERGEABLE,
  conflict: NOT_MERGEABLE,
  draft: "Pull Request is still a draft",
} as const;
const METHOD_MESSAGES = {
  merge: "Merge commits are not allowed on this repository.",
  squash: "Squash merges are not allowed on this repository.",
  rebase: "Rebase merges are not allowed on this repository.",
} as const satisfies Record<MergeMethod, string>;
const UPDATE_MESSAGES = {
  "missing-branch": "The head or base branch doesn't exist.",
  "up-to-date": "There are no new commits on the base branch.",
  conflict: "merge conflict between base and head",
} as const satisfies Record<BranchUpdateProblem, string>;

/**
 * Merges; a conflict between single commits, which only a rebase has, is found last.
 * @throws HttpError 405
 */
function mergeOrReject<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw notMergeable("This branch can't be rebased");
    throw error;
  }
}

/**
 * Returns the head repository of an open pull request, if the caller can push there: to the repository itself, or as a
 * maintainer of the base if the author allows it.
 * @throws HttpError 403 or 422
 */
function requireWritableHead(call: RepositoryCall, pull: PullRequest): Repository {
  const { context, caller } = call;
  if (pull.state === "closed" || pull.head_repository_id === null)
    throw new HttpError(422, "The pull request is closed, or its head repository was deleted.");
  const head = repositoryOf(context.db, pull.head_repository_id);
  if (includesPermission(effectivePermission(context, caller, head), "push")) return head;
  if (pull.maintainer_can_modify && canPush(call)) return head;
  throw forbidden("Must have push access to the head repository.");
}
