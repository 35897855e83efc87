import * as z from "zod/mini";
import { Review } from "../objects/review.ts";
import { CommentOfReview } from "../objects/review-comment.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { permissionAccess, publicReadAccess, WRITE_REPO_SCOPES } from "../permission-access.ts";
import { get, update } from "../reads-and-writes.ts";

// The operations follow the public documentation, their schemas the public API description.

const path = () => z.object({ pull_number: z.int() });
const reviewPath = () => z.object({ pull_number: z.int(), review_id: z.int() });
const event = () => z.enum(["APPROVE", "REQUEST_CHANGES", "COMMENT"]);
const write = permissionAccess("pull_requests", "write", [WRITE_REPO_SCOPES]);

/**
 * Lists the reviews of a pull request.
 * @see https://docs.github.com/rest/pulls/reviews#list-reviews-for-a-pull-request
 */
export const listReviews = operation("GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews", () => ({
  path: path(),
  ...list(Review.schema()),
  access: publicReadAccess("pull_requests"),
}));

/**
 * Creates a review of a pull request; without `event` it stays pending.
 * @see https://docs.github.com/rest/pulls/reviews#create-a-review-for-a-pull-request
 */
export const createReview = operation("POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews", () => ({
  path: path(),
  body: z.object({
    commit_id: z.optional(z.string()),
    body: z.optional(z.string()),
    event: z.optional(event()),
    comments: z.optional(
      z.array(
        z.object({
          path: z.string(),
          position: z.optional(z.int()),
          body: z.string(),
          line: z.optional(z.int()),
          side: z.optional(z.string()),
          start_line: z.optional(z.int()),
          start_side: z.optional(z.string()),
        }),
      ),
    ),
  }),
  success: { 200: Review.schema() },
  otherStatuses: [403, 422],
  access: write,
  retry: "never",
  pace: { createsContent: true },
}));

/**
 * Gets a review of a pull request.
 * @see https://docs.github.com/rest/pulls/reviews#get-a-review-for-a-pull-request
 */
export const getReview = operation("GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}", () => ({
  path: reviewPath(),
  ...get({ access: publicReadAccess("pull_requests") }, Review.schema(), [404]),
}));

/**
 * Deletes the caller's pending review, and returns it; 422 if it is already submitted.
 * @see https://docs.github.com/rest/pulls/reviews#delete-a-pending-review-for-a-pull-request
 */
export const deletePendingReview = operation(
  "DELETE /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}",
  () => ({
    path: reviewPath(),
    ...update({ access: write }, Review.schema(), [404, 422]),
  }),
);

/**
 * Lists the comments of a review.
 * @see https://docs.github.com/rest/pulls/reviews#list-comments-for-a-pull-request-review
 */
export const listCommentsOfReview = operation(
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/comments",
  () => ({
    path: reviewPath(),
    ...list(CommentOfReview.schema()),
    otherStatuses: [404],
    access: publicReadAccess("pull_requests"),
  }),
);

/**
 * Submits the caller's pending review.
 * @see https://docs.github.com/rest/pulls/reviews#submit-a-review-for-a-pull-request
 */
export const submitReview = operation(
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}/events",
  () => ({
    path: reviewPath(),
    body: z.object({ body: z.optional(z.string()), event: event() }),
    success: { 200: Review.schema() },
    otherStatuses: [403, 404, 422],
    access: write,
    // A repetition is rejected, because the review is no longer pending.
    retry: "verify",
    pace: { createsContent: true },
  }),
);
