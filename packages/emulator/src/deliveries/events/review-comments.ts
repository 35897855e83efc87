import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { renderPullRequest } from "../../objects/pull-request.ts";
import { renderReviewComment } from "../../objects/review-comment.ts";
import type { Account } from "../../state/accounts.ts";
import type { PullRequest } from "../../state/pull-requests.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Review, ReviewComment } from "../../state/reviews.ts";
import { commonPayload } from "./common-payload.ts";

/** A comment on a pull request's changes, with its review. */
export interface CommentOnChanges {
  readonly pull: PullRequest;
  readonly review: Review;
  readonly comment: ReviewComment;
}

/**
 * Creates an event about a comment on a pull request's changes.
 * @param previousBody the text before the comment was edited
 */
export function reviewCommentEvent(
  context: EmulatorContext,
  repository: Repository,
  { pull, review, comment }: CommentOnChanges,
  sender: Account,
  action: "created" | "edited" | "deleted",
  previousBody?: string,
): WebhookEvent {
  const payload = {
    action,
    comment: renderReviewComment(context, repository, pull, review, comment),
    pull_request: renderPullRequest(context, repository, pull),
    ...(previousBody === undefined ? {} : { changes: { body: { from: previousBody } } }),
    ...commonPayload(context, repository, sender),
  };
  return { name: "pull_request_review_comment", action, payload };
}
