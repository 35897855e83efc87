import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { extensibleEnum, fieldsWith, namedSchema } from "../schema.ts";
import { Milestone } from "./milestone.ts";
import { pullRequestCounts, pullRequestFields } from "./pull-request-fields.ts";
import { Repository } from "./repository.ts";
import { ParentTeam, Team } from "./team.ts";
import { User } from "./user.ts";

/** Auto-merge settings of a pull request. */
export interface AutoMerge extends SchemaOutput<typeof autoMergeSchema> {}
const autoMergeSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    enabled_by: z.nullable(User()),
    merge_method: extensibleEnum("merge", "squash", "rebase"),
    ...fieldsWith(z.nullable(z.string()), "commit_title", "commit_message"),
  }),
);
export const AutoMerge: NamedSchema<AutoMerge> = autoMergeSchema;

/** Position of a pull request in a stack. */
export interface PullRequestStack extends SchemaOutput<typeof pullRequestStackSchema> {}
const pullRequestStackSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    base: z.looseObject({ ref: z.string(), sha: z.string() }),
    ...fieldsWith(z.optional(z.int()), "size", "position", "id", "number"),
  }),
);
export const PullRequestStack: NamedSchema<PullRequestStack> = pullRequestStackSchema;

const label = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    id: z.int(),
    ...fieldsWith(z.string(), "node_id", "url", "name", "color"),
    description: z.nullable(z.string()),
    default: z.boolean(),
  }),
);

/** A label of an issue or pull request in event payloads; older payloads omit its description. */
export interface EventLabel extends SchemaOutput<typeof eventLabelSchema> {}
const eventLabelSchema = /* @__PURE__ */ namedSchema(() =>
  z.extend(label(), { description: z.optional(z.nullable(z.string())) }),
);
export const EventLabel: NamedSchema<EventLabel> = eventLabelSchema;

/** Links to the resources of a pull request. */
export interface PullRequestLinks extends SchemaOutput<typeof pullRequestLinksSchema> {}
const pullRequestLinksSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject(
    fieldsWith(
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
export const PullRequestLinks: NamedSchema<PullRequestLinks> = pullRequestLinksSchema;

/** The head or base of the comparison; the repository is null once it is deleted. */
const side = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    ...fieldsWith(z.string(), "ref", "sha"),
    label: z.nullable(z.string()),
    repo: z.nullable(Repository()),
    user: z.nullable(User()),
  }),
);

/** A pull request in lists and in responses to review requests. */
export interface PullRequestSummary extends SchemaOutput<typeof pullRequestSummarySchema> {}
const pullRequestSummaryObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    ...pullRequestFields(),
    user: z.nullable(User()),
    // Absent in the newest API version, like the next field.
    merge_commit_sha: z.optional(z.nullable(z.string())),
    assignee: z.optional(z.nullable(User())),
    labels: z.array(label()),
    milestone: z.nullable(Milestone()),
    active_lock_reason: z.optional(z.nullable(z.string())),
    ...fieldsWith(z.optional(z.array(User())), "assignees", "requested_reviewers"),
    requested_teams: z.optional(z.array(Team())),
    ...fieldsWith(side(), "head", "base"),
    _links: PullRequestLinks(),
    auto_merge: z.nullable(AutoMerge()),
    stack: z.optional(z.nullable(PullRequestStack())),
    draft: z.optional(z.boolean()),
  }),
);
const pullRequestSummarySchema = /* @__PURE__ */ namedSchema(pullRequestSummaryObject);
export const PullRequestSummary: NamedSchema<PullRequestSummary> = pullRequestSummarySchema;

/** A single pull request. */
export interface PullRequest extends SchemaOutput<typeof pullRequestSchema> {}
const pullRequestSchema = /* @__PURE__ */ namedSchema(() =>
  z.extend(pullRequestSummaryObject(), {
    requested_teams: z.optional(z.array(ParentTeam())),
    ...pullRequestCounts(),
    mergeable: z.nullable(z.boolean()),
    rebaseable: z.optional(z.nullable(z.boolean())),
    merged_by: z.nullable(User()),
  }),
);
export const PullRequest: NamedSchema<PullRequest> = pullRequestSchema;

/** A file changed by a pull request. */
export interface ChangedFile extends SchemaOutput<typeof changedFileSchema> {}
const changedFileSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    sha: z.nullable(z.string()),
    ...fieldsWith(z.string(), "filename", "blob_url", "raw_url", "contents_url"),
    status: extensibleEnum("added", "removed", "modified", "renamed", "copied", "changed", "unchanged"),
    additions: z.int(),
    deletions: z.int(),
    changes: z.int(),
    patch: z.optional(z.string()),
    previous_filename: z.optional(z.string()),
  }),
);
export const ChangedFile: NamedSchema<ChangedFile> = changedFileSchema;
