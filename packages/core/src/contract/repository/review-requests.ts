import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { allow, allowPublic, WRITE_REPO } from "../allow.ts";
import { PullRequestSummary } from "../objects/pull-request.ts";
import { RequestedReviewers } from "../objects/review.ts";
import { operation } from "../operation.ts";
import { getPullRequest } from "./pull-requests.ts";

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
    look: { operation: getPullRequest, done: areAsked, answers: asAnswered },
    pace: { createsContent: true },
  }),
);

/** Is everybody asked by now? Logins and slugs don't count by the case of their letters. */
function areAsked(answer: unknown, input: Readonly<Record<string, unknown>>): boolean {
  const { requested_reviewers = [], requested_teams = [] } = z.safeParse(Asked(), answer).data ?? {};
  const wanted = (names: unknown) => (Array.isArray(names) ? names.map((name) => String(name).toLowerCase()) : []);
  const people = requested_reviewers.map(({ login }) => login.toLowerCase());
  const teams = requested_teams.map(({ slug }) => slug.toLowerCase());
  return (
    wanted(input["reviewers"]).every((login) => people.includes(login)) &&
    wanted(input["team_reviewers"]).every((slug) => teams.includes(slug))
  );
}

/** The pull request itself leaves out which team is above another. */
function asAnswered(answer: unknown): unknown {
  const { data } = z.safeParse(Asked(), answer);
  return { ...data, requested_teams: data?.requested_teams?.map((team) => ({ parent: null, ...team })) };
}

const Asked = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    requested_reviewers: z.optional(z.array(z.looseObject({ login: z.string() }))),
    requested_teams: z.optional(z.array(z.looseObject({ slug: z.string() }))),
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
