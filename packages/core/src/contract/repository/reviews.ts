import * as z from "zod/mini";
import { allow, allowPublic, WRITE_REPO } from "../allow.ts";
import { Review } from "../objects/review.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";

// The documents name reviews without showing them: the shapes are the public description's.

const path = () => z.object({ pull_number: z.int() });

/** The reviews of a pull request. */
export const listReviews = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews", () => ({
  path: path(),
  ...list(Review()),
  access: allowPublic("pull_requests"),
}));

/** Review a pull request; without `event` the review stays pending. */
export const createReview = /* @__PURE__ */ operation("POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews", () => ({
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
  success: { 200: Review() },
  otherStatuses: [403, 422],
  access: allow("pull_requests", "write", [WRITE_REPO]),
  retry: "never",
  pace: { createsContent: true },
}));
