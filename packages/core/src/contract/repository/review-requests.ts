import * as z from "zod/mini";
import { type Access, ALL_TOKENS, PUBLIC } from "../access.ts";
import { PullRequest } from "../objects/pull-request.ts";
import { Team } from "../objects/team.ts";
import { User } from "../objects/user.ts";
import { once } from "../once.ts";
import { operation } from "../operation.ts";

/** Who is asked for a review and has not given one yet (document 3, Review requests). */
export interface RequestedReviewers extends z.output<ReturnType<typeof RequestedReviewers>> {}
export const RequestedReviewers = /* @__PURE__ */ once(() =>
  z.looseObject({ users: z.array(User()), teams: z.array(Team()) }),
);

const path = /* @__PURE__ */ once(() => z.object({ pull_number: z.int() }));

const write: Access = {
  tokens: ALL_TOKENS,
  needs: [
    [{ permission: "pull_requests", level: "write" }],
    [{ scope: "public_repo" }, { scope: "repo", when: "private" }],
  ],
  role: "push",
};

/** Users and teams that are asked for a review (document 3, Review requests). */
export const listRequestedReviewers = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
  () => ({
    path: path(),
    success: { 200: RequestedReviewers() },
    errors: [404],
    access: {
      tokens: PUBLIC,
      needs: [[{ permission: "pull_requests", level: "read" }], [{ scope: "repo", when: "private" }]],
    },
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
    success: { 201: PullRequest() },
    errors: [403, 404, 422],
    access: write,
    retry: "verify",
  }),
);

/** Withdraw review requests; the shape is the public description's (document 3 names it without showing it). */
export const removeRequestedReviewers = /* @__PURE__ */ operation(
  "DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers",
  () => ({
    path: path(),
    body: z.object({ reviewers: z.array(z.string()), team_reviewers: z.optional(z.array(z.string())) }),
    success: { 200: PullRequest() },
    errors: [403, 404, 422],
    access: write,
    retry: "idempotent",
  }),
);
