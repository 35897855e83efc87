import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, open } from "../schema.ts";
import { Milestone } from "./milestone.ts";
import { pullRequestCounts, pullRequestFields } from "./pull-request-fields.ts";
import { Repository } from "./repository.ts";
import { ParentTeam, Team } from "./team.ts";
import { User } from "./user.ts";

/** How a pull request merges once it may (public description). */
export interface AutoMerge extends OutputOf<typeof autoMergeSchema> {}
const autoMergeSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    enabled_by: z.nullable(User()),
    merge_method: open("merge", "squash", "rebase"),
    ...alike(z.nullable(z.string()), "commit_title", "commit_message"),
  }),
);
export const AutoMerge: Named<AutoMerge> = autoMergeSchema;

/** Where a pull request lies in a stack of them (public description). */
export interface PullRequestStack extends OutputOf<typeof pullRequestStackSchema> {}
const pullRequestStackSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    base: z.looseObject({ ref: z.string(), sha: z.string() }),
    ...alike(z.optional(z.int()), "size", "position", "id", "number"),
  }),
);
export const PullRequestStack: Named<PullRequestStack> = pullRequestStackSchema;

const label = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    id: z.int(),
    ...alike(z.string(), "node_id", "url", "name", "color"),
    description: z.nullable(z.string()),
    default: z.boolean(),
  }),
);

/** A label of an issue or a pull request as events carry it; older ones leave out what it is for (public description). */
export interface EventLabel extends OutputOf<typeof eventLabelSchema> {}
const eventLabelSchema = /* @__PURE__ */ named(() =>
  z.extend(label(), { description: z.optional(z.nullable(z.string())) }),
);
export const EventLabel: Named<EventLabel> = eventLabelSchema;

/** Where the parts of a pull request are found (public description). */
export interface PullRequestLinks extends OutputOf<typeof pullRequestLinksSchema> {}
const pullRequestLinksSchema = /* @__PURE__ */ named(() =>
  z.looseObject(
    alike(
      z.looseObject({ href: z.string() }),
      "comments",
      "commits",
      "statuses",
      "html",
      "issue",
      "review_comments",
      "review_comment",
      "self",
    ),
  ),
);
export const PullRequestLinks: Named<PullRequestLinks> = pullRequestLinksSchema;

/** One side of the comparison; the repository is null once it is deleted. */
const side = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    ...alike(z.string(), "ref", "sha"),
    label: z.nullable(z.string()),
    repo: z.nullable(Repository()),
    user: z.nullable(User()),
  }),
);

/** A pull request as lists and answers to review requests carry it (document 3, Review requests). */
export interface PullRequestSummary extends OutputOf<typeof pullRequestSummarySchema> {}
const pullRequestSummaryObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    ...pullRequestFields(),
    user: z.nullable(User()),
    // The newest API version leaves these two out.
    merge_commit_sha: z.optional(z.nullable(z.string())),
    assignee: z.optional(z.nullable(User())),
    labels: z.array(label()),
    milestone: z.nullable(Milestone()),
    active_lock_reason: z.optional(z.nullable(z.string())),
    ...alike(z.optional(z.array(User())), "assignees", "requested_reviewers"),
    requested_teams: z.optional(z.array(Team())),
    ...alike(side(), "head", "base"),
    _links: PullRequestLinks(),
    auto_merge: z.nullable(AutoMerge()),
    stack: z.optional(z.nullable(PullRequestStack())),
    draft: z.optional(z.boolean()),
  }),
);
const pullRequestSummarySchema = /* @__PURE__ */ named(pullRequestSummaryObject);
export const PullRequestSummary: Named<PullRequestSummary> = pullRequestSummarySchema;

/** A pull request by itself (public description). */
export interface PullRequest extends OutputOf<typeof pullRequestSchema> {}
const pullRequestSchema = /* @__PURE__ */ named(() =>
  z.extend(pullRequestSummaryObject(), {
    requested_teams: z.optional(z.array(ParentTeam())),
    ...pullRequestCounts(),
    mergeable: z.nullable(z.boolean()),
    rebaseable: z.optional(z.nullable(z.boolean())),
    merged_by: z.nullable(User()),
  }),
);
export const PullRequest: Named<PullRequest> = pullRequestSchema;

/** A file that a pull request changes (public description). */
export interface ChangedFile extends OutputOf<typeof changedFileSchema> {}
const changedFileSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    sha: z.nullable(z.string()),
    ...alike(z.string(), "filename", "blob_url", "raw_url", "contents_url"),
    status: open("added", "removed", "modified", "renamed", "copied", "changed", "unchanged"),
    additions: z.int(),
    deletions: z.int(),
    changes: z.int(),
    patch: z.optional(z.string()),
    previous_filename: z.optional(z.string()),
  }),
);
export const ChangedFile: Named<ChangedFile> = changedFileSchema;
