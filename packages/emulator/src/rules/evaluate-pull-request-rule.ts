import type { RepositoryRule } from "@forgehand/core/operations";
import { ALL_ROWS } from "../state/database.ts";
import { grantedPermission, includesPermission } from "../state/repositories.ts";
import { type Review, reviewsOf } from "../state/reviews.ts";
import { isInTeam } from "../state/teams.ts";
import { matchesPattern } from "./name-pattern.ts";
import type { PushContext } from "./push-context.ts";
import type { RuleFinding } from "./rule-finding.ts";

type PullRequestRuleParameters = Extract<RepositoryRule, { type: "pull_request" }>["parameters"];

/**
 * Requires that existing refs are changed through pull requests with enough approvals. A new ref passes, since no pull
 * request could create it. Code owners and resolved review threads aren't supported, so those conditions are ignored.
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
  for (const { file_patterns, minimum_approvals, reviewer } of parameters?.required_reviewers ?? []) {
    const isAffected = push.changes.some(({ path }) => file_patterns.some((pattern) => matchesPattern(pattern, path)));
    const approvals = approving.filter((userId) => isInTeam(push.db, reviewer.id, userId)).length;
    if (isAffected && approvals < minimum_approvals) return `Team ${reviewer.id} must approve these changes.`;
  }
  return null;
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
