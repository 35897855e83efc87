import * as z from "zod/mini";
import { allow, allowPublic, WRITE_REPO } from "../allow.ts";
import { PullRequestSummary } from "../objects/pull-request.ts";
import { RequestedReviewers } from "../objects/review.ts";
import { operation } from "../operation.ts";

const path = () => z.object({ pull_number: z.int() });
const write = allow("pull_requests", "write", [WRITE_REPO], { roles: ["push"] });

/** Users and teams that are asked for a review (document 3, Review requests). */
export const listRequestedReviewers = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
  () => ({
    path: path(),
    success: { 200: RequestedReviewers() },
    access: allowPublic("pull_requests"),
    retry: "safe",
  }),
);

/** Ask users (logins) and teams (slugs) for a review; 422 where one is no collaborator (document 3, Review requests). */
export const requestReviewers = /* @__PURE__ */ operation(
  "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
  () => ({
    path: path(),
    body: z.object({
      reviewers: z.optional(z.array(z.string())),
      team_reviewers: z.optional(z.array(z.string())),
    }),
    success: { 201: PullRequestSummary() },
    otherStatuses: [403, 422],
    access: write,
    retry: "verify",
    pace: { createsContent: true },
  }),
);

/** Withdraw review requests; the shape is the public description's (document 3 names it without showing it). */
export const removeRequestedReviewers = /* @__PURE__ */ operation(
  "DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
  () => ({
    path: path(),
    body: z.object({ reviewers: z.array(z.string()), team_reviewers: z.optional(z.array(z.string())) }),
    success: { 200: PullRequestSummary() },
    otherStatuses: [422],
    access: write,
    retry: "idempotent",
  }),
);
