import {
  createReview,
  deletePendingReview,
  getReview,
  listCommentsOfReview,
  listReviews,
  submitReview as submitReviewOperation,
} from "@forgehand/core/operations";
import { actorOf } from "../../callers/caller.ts";
import { addReview, submitReview } from "../../effects/reviews.ts";
import { type RepositoryCall, renderPage, repositoryHandler, requireActor } from "../../http/handler.ts";
import { requireFound, unprocessable } from "../../http-error.ts";
import { renderReview } from "../../objects/review.ts";
import { renderReviewComment } from "../../objects/review-comment.ts";
import { WORKFLOW_PERMISSIONS } from "../../state/actions-permissions.ts";
import * as state from "../../state/reviews.ts";
import { readSetting } from "../../state/settings.ts";
import { checkInteraction } from "../shared/interaction.ts";
import { checkUnlocked } from "../shared/locked-conversation.ts";
import { requirePullRequestByNumber } from "./pull-requests.ts";

export const reviews = [
  repositoryHandler(listReviews, ({ pull_number }, call) => {
    const { context, repository, caller, page } = call;
    const pull = requirePullRequestByNumber(context, repository, pull_number);
    const rowPage = state.reviewsOf(context.db, pull.id, actorOf(caller)?.id, page);
    return renderPage(call, rowPage, (review) => renderReview(context, repository, pull, review));
  }),

  repositoryHandler(createReview, (input, call) => {
    const { context, repository, caller } = call;
    const pull = requirePullRequestByNumber(context, repository, input.pull_number);
    checkUnlocked(call, pull);
    if (input.event === "APPROVE") checkApproval(call);
    if (caller.user) checkInteraction(context, repository, caller.user);
    const actionContext = { context, repository, sender: requireActor(call) };
    const review = context.db.transaction(() => addReview(actionContext, pull, input));
    return renderReview(context, repository, pull, review);
  }),

  repositoryHandler(getReview, (path, call) => {
    const { pull, review } = requireReview(call, path);
    return renderReview(call.context, call.repository, pull, review);
  }),

  repositoryHandler(deletePendingReview, (path, call) => {
    const { context, repository } = call;
    const { pull, review } = requireReview(call, path);
    if (review.state !== "PENDING") throw unprocessable("Can not delete a non-pending pull request review");
    const deleted = renderReview(context, repository, pull, review);
    state.reviews.delete(context.db, { id: review.id });
    return deleted;
  }),

  repositoryHandler(listCommentsOfReview, (path, call) => {
    const { context, repository, page } = call;
    const { pull, review } = requireReview(call, path);
    const rowPage = state.reviewComments.page(context.db, { review_id: review.id }, "id", page);
    return renderPage(call, rowPage, (comment) => renderReviewComment(context, repository, pull, review, comment));
  }),

  repositoryHandler(submitReviewOperation, ({ event, body, ...path }, call) => {
    const { context, repository } = call;
    const { pull, review } = requireReview(call, path);
    if (review.state !== "PENDING") throw unprocessable("Can not submit a non-pending pull request review");
    checkUnlocked(call, pull);
    if (event === "APPROVE") checkApproval(call);
    const actionContext = { context, repository, sender: requireActor(call) };
    const submitted = context.db.transaction(() => submitReview(actionContext, pull, review, { event, body }));
    return renderReview(context, repository, pull, submitted);
  }),
];

/**
 * Returns a review that the caller can see, with its pull request.
 * @throws HttpError 404
 */
function requireReview(
  { context, repository, caller }: RepositoryCall,
  { pull_number, review_id }: { readonly pull_number: number; readonly review_id: number },
) {
  const pull = requirePullRequestByNumber(context, repository, pull_number);
  const reviewKey = { id: review_id, pull_request_id: pull.id };
  const review = requireFound(state.findVisibleReview(context.db, reviewKey, actorOf(caller)?.id));
  return { pull, review };
}

/** @throws HttpError 422 if the organization doesn't permit jobs to approve pull requests */
function checkApproval({ context: { db }, repository, caller: { token } }: RepositoryCall): void {
  if (token?.kind !== "workflow") return;
  if (readSetting(db, WORKFLOW_PERMISSIONS, repository.owner_id).can_approve_pull_request_reviews) return;
  throw unprocessable("GitHub Actions is not permitted to approve pull requests.");
}
