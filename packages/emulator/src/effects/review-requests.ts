import { reviewRequestEvent } from "../deliveries/events/reviews.ts";
import type { RefUpdateContext } from "../rules/evaluate-rulesets.ts";
import { issues } from "../state/issues.ts";
import { findPullRequest, type PullRequest } from "../state/pull-requests.ts";
import { type RequestedReviewer, removeReviewRequest, requestReview } from "../state/review-requests.ts";
import { timestamp } from "../timestamp.ts";
import { recordIssueEvent } from "./issue-events.ts";

/**
 * Requests reviews, and emits an event for each request that is new.
 * @returns the pull request as it is now
 */
export function requestReviews(
  actionContext: RefUpdateContext,
  pull: PullRequest,
  reviewers: readonly RequestedReviewer[],
): PullRequest {
  const { db } = actionContext.context;
  const added = reviewers.filter((reviewer) => requestReview(db, pull, reviewer));
  return emitReviewerChange(actionContext, pull, added, "review_requested");
}

/**
 * Removes review requests, and emits an event for each.
 * @returns the pull request as it is now
 */
export function removeReviewRequests(
  actionContext: RefUpdateContext,
  pull: PullRequest,
  reviewers: readonly RequestedReviewer[],
): PullRequest {
  for (const reviewer of reviewers) removeReviewRequest(actionContext.context.db, pull.id, reviewer);
  return emitReviewerChange(actionContext, pull, reviewers, "review_request_removed");
}

function emitReviewerChange(
  { context, repository, sender }: RefUpdateContext,
  pull: PullRequest,
  reviewers: readonly RequestedReviewer[],
  action: "review_requested" | "review_request_removed",
): PullRequest {
  const { db, deliveries, now } = context;
  if (reviewers.length > 0) issues.update(db, { id: pull.issue_id }, { updated_at: timestamp(now()) });
  const changed = findPullRequest(db, repository.id, pull.number) ?? pull;
  for (const reviewer of reviewers) {
    const requested = "user" in reviewer ? { subject: reviewer.user } : { team: reviewer.team };
    recordIssueEvent(context, { id: pull.issue_id }, sender, action, requested);
    deliveries.emit(repository.id, reviewRequestEvent(context, repository, changed, sender, action, reviewer));
  }
  return changed;
}
