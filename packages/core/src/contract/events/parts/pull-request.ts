import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import type { Named, OutputOf } from "../../named.ts";
import { EventMilestone } from "../../objects/milestone.ts";
import { EventLabel, PullRequestLinks } from "../../objects/pull-request.ts";
import { pullRequestCounts, pullRequestFields } from "../../objects/pull-request-fields.ts";
import { PushedRepository } from "../../objects/repository.ts";
import { ParentTeam } from "../../objects/team.ts";
import { EventUser } from "../../objects/user.ts";
import { userFields } from "../../objects/user-fields.ts";
import { alike, named, open } from "../../schema.ts";
import { lockReason } from "./lock-reason.ts";
import { EventTeam } from "./team.ts";

/** How a pull request merges once it may, as events carry it (public description). */
export interface EventAutoMerge extends OutputOf<typeof eventAutoMergeSchema> {}
const eventAutoMergeSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    enabled_by: z.nullable(EventUser()),
    merge_method: open("merge", "squash", "rebase"),
    ...alike(z.nullable(z.string()), "commit_title", "commit_message"),
  }),
);
export const EventAutoMerge: Named<EventAutoMerge> = eventAutoMergeSchema;

const side = /* @__PURE__ */ lazy(() => ({
  label: z.nullable(z.string()),
  ...alike(z.string(), "ref", "sha"),
  user: z.nullable(EventUser()),
}));

/** The branch that a pull request brings; its repository is null once it is deleted (public description). */
export interface PullRequestHead extends OutputOf<typeof pullRequestHeadSchema> {}
const pullRequestHeadSchema = /* @__PURE__ */ named(() =>
  z.looseObject({ ...side(), repo: z.nullable(PushedRepository()) }),
);
export const PullRequestHead: Named<PullRequestHead> = pullRequestHeadSchema;

/** The branch that a pull request goes into (public description). */
export interface PullRequestBase extends OutputOf<typeof pullRequestBaseSchema> {}
const pullRequestBaseSchema = /* @__PURE__ */ named(() => z.looseObject({ ...side(), repo: PushedRepository() }));
export const PullRequestBase: Named<PullRequestBase> = pullRequestBaseSchema;

/** What every event of a pull request tells of it. */
const shared = /* @__PURE__ */ lazy(() => ({
  ...pullRequestFields(),
  ...alike(z.nullable(EventUser()), "user", "assignee"),
  merge_commit_sha: z.nullable(z.string()),
  milestone: z.nullable(EventMilestone()),
  labels: z.array(EventLabel()),
  head: PullRequestHead(),
  base: PullRequestBase(),
  _links: PullRequestLinks(),
  auto_merge: z.optional(z.nullable(EventAutoMerge())),
  active_lock_reason: z.optional(z.nullable(lockReason())),
  draft: z.optional(z.boolean()),
}));

/** Who is asked for a review: a person has a login, a team a slug (public description). */
export interface RequestedReviewer extends OutputOf<typeof requestedReviewerSchema> {}
const requestedReviewerSchema = /* @__PURE__ */ named(() =>
  z.extend(z.partial(z.looseObject(userFields())), {
    id: z.int(),
    type: z.optional(open("Bot", "Mannequin", "Organization", "User")),
    ...alike(z.optional(z.nullable(z.string())), "name", "email", "description"),
    ...alike(z.optional(z.string()), "slug", "members_url", "repositories_url", "permission"),
    privacy: z.optional(open("open", "closed", "secret")),
    parent: z.optional(z.nullable(ParentTeam())),
    deleted: z.optional(z.boolean()),
  }),
);
export const RequestedReviewer: Named<RequestedReviewer> = requestedReviewerSchema;

const people = /* @__PURE__ */ lazy(() => ({
  assignees: z.array(z.nullable(EventUser())),
  requested_reviewers: z.array(z.nullable(RequestedReviewer())),
  requested_teams: z.array(EventTeam()),
}));

/** The pull request that was reviewed: shorter than elsewhere (public description). */
export interface ReviewedPullRequest extends OutputOf<typeof reviewedPullRequestSchema> {}
const reviewedPullRequestSchema = /* @__PURE__ */ named(() => z.looseObject({ ...shared(), ...people() }));
export const ReviewedPullRequest: Named<ReviewedPullRequest> = reviewedPullRequestSchema;

/** A pull request as events carry it, whatever happened to it (public description). */
export interface EventPullRequest extends OutputOf<typeof eventPullRequestSchema> {}
const pullRequestObject = /* @__PURE__ */ lazy(() => {
  const { assignees, requested_reviewers, requested_teams } = people();
  return z.looseObject({
    ...shared(),
    assignees: z.optional(z.nullable(assignees)),
    requested_reviewers: z.optional(z.nullable(requested_reviewers)),
    requested_teams: z.optional(z.nullable(requested_teams)),
    ...z.partial(z.looseObject(pullRequestCounts())).shape,
    ...alike(z.optional(z.nullable(z.boolean())), "merged", "mergeable", "rebaseable"),
    merged_by: z.optional(z.nullable(EventUser())),
    // How the repository merges, where it is told here too.
    ...alike(
      z.optional(z.boolean()),
      "allow_auto_merge",
      "allow_update_branch",
      "delete_branch_on_merge",
      "use_squash_pr_title_as_default",
    ),
    merge_commit_title: z.optional(open("PR_TITLE", "MERGE_MESSAGE")),
    merge_commit_message: z.optional(open("PR_BODY", "PR_TITLE", "BLANK")),
    squash_merge_commit_title: z.optional(open("PR_TITLE", "COMMIT_OR_PR_TITLE")),
    squash_merge_commit_message: z.optional(open("PR_BODY", "COMMIT_MESSAGES", "BLANK")),
  });
});
const eventPullRequestSchema = /* @__PURE__ */ named(pullRequestObject);
export const EventPullRequest: Named<EventPullRequest> = eventPullRequestSchema;

/** The same with all that counts: was it merged, can it be, how much does it change (public description). */
export interface CountedPullRequest extends OutputOf<typeof countedPullRequestSchema> {}
const countedPullRequestSchema = /* @__PURE__ */ named(() =>
  z.extend(pullRequestObject(), {
    ...pullRequestCounts(),
    mergeable: z.nullable(z.boolean()),
    merged_by: z.nullable(EventUser()),
  }),
);
export const CountedPullRequest: Named<CountedPullRequest> = countedPullRequestSchema;
