import type { RepositoryRule } from "@forgehand/core/operations";
import { readCommit } from "../git/commit.ts";
import { ALL_ROWS } from "../state/database.ts";
import { findSigner } from "../state/email-addresses.ts";
import type { PullRequest } from "../state/pull-requests.ts";
import { grantedPermission, includesPermission } from "../state/repositories.ts";
import type { RequestedReviewer } from "../state/review-requests.ts";
import { type Review, reviewsOf } from "../state/reviews.ts";
import { isInTeam } from "../state/teams.ts";
import { codeOwnersOf } from "./code-owners.ts";
import { matchesPattern } from "./name-pattern.ts";
import type { PushContext } from "./push-context.ts";
import type { RuleFinding } from "./rule-finding.ts";

type PullRequestRuleParameters = Extract<RepositoryRule, { type: "pull_request" }>["parameters"];

/**
 * Requires that existing refs are changed through pull requests with enough approvals. A new ref passes, since no pull
 * request could create it. Review threads can't be resolved here, so that condition is ignored.
 */
export function evaluatePullRequestRule(parameters: PullRequestRuleParameters, push: PushContext): RuleFinding {
  const { before, after, merge } = push;
  if (before === undefined || after === undefined) return null;
  if (!merge) return "Changes must be made through a pull request.";
  const { allowed_merge_methods: methods, required_approving_review_count: requiredApprovals = 0 } = parameters ?? {};
  if (methods && !methods.includes(merge.method)) return `Pull requests can't be merged by ${merge.method} here.`;
  const reviews = latestReviews(push, merge, parameters?.dismiss_stale_reviews_on_push ?? false);
  const approving = reviews.flatMap(({ state, user_id }) => (state === "APPROVED" ? (user_id ?? []) : []));
  if (approving.length < requiredApprovals) {
    return `At least ${requiredApprovals} approving ${requiredApprovals === 1 ? "review is" : "reviews are"} required by reviewers with write access.`;
  }
  if (requiredApprovals > 0 && reviews.some(({ state }) => state === "CHANGES_REQUESTED"))
    return "Changes are requested.";
  const { require_code_owner_review: needsOwners, require_last_push_approval: needsLastApproval } = parameters ?? {};
  if (needsOwners && !areOwnersApproving(push, merge.pull, approving)) return "Waiting on code owner review.";
  if (needsLastApproval && !isLastPushApproved(push, merge.head, reviews))
    return "New changes require approval from someone other than the last pusher.";
  for (const { file_patterns, minimum_approvals, reviewer } of parameters?.required_reviewers ?? []) {
    const isAffected = push.changes.some(({ path }) => file_patterns.some((pattern) => matchesPattern(pattern, path)));
    const approvals = approving.filter((userId) => isInTeam(push.db, reviewer.id, userId)).length;
    if (isAffected && approvals < minimum_approvals) return `Team ${reviewer.id} must approve these changes.`;
  }
  return null;
}

/** Returns whether an owner of each changed file that has owners is one of these users. */
function areOwnersApproving({ db, repository }: PushContext, pull: PullRequest, approving: readonly number[]): boolean {
  const isOwner = (userId: number, owner: RequestedReviewer) =>
    "user" in owner ? owner.user.id === userId : isInTeam(db, owner.team.id, userId);
  return codeOwnersOf(db, repository, pull).every((owners) =>
    owners.some((owner) => approving.some((userId) => isOwner(userId, owner))),
  );
}

/** Returns whether the head is approved by a user other than its committer, who counts as the last pusher. */
function isLastPushApproved({ db, store }: PushContext, head: string, reviews: readonly Review[]): boolean {
  const pusher = findSigner(db, readCommit(store, head).committer.email);
  return reviews.some(
    ({ state, user_id, commit_sha }) => state === "APPROVED" && commit_sha === head && user_id !== pusher?.id,
  );
}

/** Returns the latest review of each user with write access except the author. Comment reviews are ignored. */
function latestReviews(
  { db, repository }: PushContext,
  { pull, head }: NonNullable<PushContext["merge"]>,
  dismissesStaleReviews: boolean,
): Review[] {
  const latest = new Map<number, Review>();
  for (const review of reviewsOf(db, pull.id, undefined, ALL_ROWS).rows) {
    const { user_id, state } = review;
    if (user_id === null || user_id === pull.user_id || state === "COMMENTED") continue;
    if (includesPermission(grantedPermission(db, repository, user_id), "push")) latest.set(user_id, review);
  }
  return [...latest.values()].filter(
    ({ state, commit_sha }) => state !== "APPROVED" || !dismissesStaleReviews || commit_sha === head,
  );
}
