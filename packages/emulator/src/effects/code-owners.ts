import { codeOwnersOf } from "../rules/code-owners.ts";
import type { RefUpdateContext } from "../rules/evaluate-rulesets.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import type { RequestedReviewer } from "../state/review-requests.ts";
import { requestReviews } from "./review-requests.ts";

/**
 * Requests reviews of a pull request from the owners of the files that it changes, except from its author. Drafts are
 * ignored.
 * @returns the pull request as it is now
 */
export function requestCodeOwnerReviews(actionContext: RefUpdateContext, pull: PullRequest): PullRequest {
  const { context, repository } = actionContext;
  if (pull.draft) return pull;
  const owners = new Map(
    codeOwnersOf(context.db, repository, pull)
      .flat()
      .map((owner) => [keyOf(owner), owner]),
  );
  owners.delete(`user ${pull.user_id}`);
  return owners.size === 0 ? pull : requestReviews(actionContext, pull, [...owners.values()]);
}

const keyOf = (owner: RequestedReviewer) => ("user" in owner ? `user ${owner.user.id}` : `team ${owner.team.id}`);
