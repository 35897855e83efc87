import * as z from "zod/mini";
import { PullRequestSummary } from "../objects/pull-request.ts";
import { RequestedReviewers } from "../objects/review.ts";
import { operation } from "../operation.ts";
import { permissionAccess, publicReadAccess, WRITE_REPO_SCOPES } from "../permission-access.ts";
import { create, get, update } from "../reads-and-writes.ts";
import { areReviewersRequested, withParentsOfTeams } from "../verifications/review-requests.ts";
import { getPullRequest } from "./pull-requests.ts";

const path = () => z.object({ pull_number: z.int() });
const write = permissionAccess("pull_requests", "write", [WRITE_REPO_SCOPES], { roles: ["push"] });

/**
 * Lists the users and teams whose review is requested.
 * @see https://docs.github.com/rest/pulls/review-requests#get-all-requested-reviewers-for-a-pull-request
 */
export const listRequestedReviewers = operation(
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
  () => ({
    path: path(),
    ...get({ access: publicReadAccess("pull_requests") }, RequestedReviewers.schema()),
  }),
);

/**
 * Requests reviews from users (logins) and teams (slugs); 422 if one is not a collaborator.
 * @see https://docs.github.com/rest/reference/pulls#request-reviewers-for-a-pull-request
 */
export const requestReviewers = operation("POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers", () => ({
  path: path(),
  body: z.object({
    reviewers: z.optional(z.array(z.string())),
    team_reviewers: z.optional(z.array(z.string())),
  }),
  ...create({ access: write }, PullRequestSummary.schema(), [403, 422]),
  verification: { operation: getPullRequest, isDone: areReviewersRequested, toOutput: withParentsOfTeams },
  pace: { createsContent: true },
}));

/**
 * Removes review requests.
 * @see https://docs.github.com/rest/pulls/review-requests#remove-requested-reviewers-from-a-pull-request
 */
export const removeRequestedReviewers = operation(
  "DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
  () => ({
    path: path(),
    body: z.object({ reviewers: z.array(z.string()), team_reviewers: z.optional(z.array(z.string())) }),
    ...update({ access: write }, PullRequestSummary.schema(), [422]),
  }),
);
