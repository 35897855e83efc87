import * as z from "zod/mini";
import { Review } from "../objects/review.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { permissionAccess, publicReadAccess, WRITE_REPO_SCOPES } from "../permission-access.ts";

// The operations follow the public documentation, their schemas the public API description.

const path = () => z.object({ pull_number: z.int() });

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
    event: z.optional(z.enum(["APPROVE", "REQUEST_CHANGES", "COMMENT"])),
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
  access: permissionAccess("pull_requests", "write", [WRITE_REPO_SCOPES]),
  retry: "never",
  pace: { createsContent: true },
}));
