import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";
import { Label } from "./label.ts";
import { labelFields } from "./label-fields.ts";
import { Milestone } from "./milestone.ts";
import { pullRequestCounts, pullRequestFields } from "./pull-request-fields.ts";
import { Repository } from "./repository.ts";
import { ParentTeam, Team } from "./team.ts";
import { User } from "./user.ts";

/** Auto-merge settings of a pull request. */
export class AutoMerge extends namedObject(() => ({
  enabled_by: z.nullable(User.schema()),
  merge_method: extensibleEnum("merge", "squash", "rebase"),
  ...fieldsWith(z.nullable(z.string()), "commit_title", "commit_message"),
})) {}

/** Position of a pull request in a stack. */
export class PullRequestStack extends namedObject(() => ({
  base: z.looseObject({ ref: z.string(), sha: z.string() }),
  ...fieldsWith(z.optional(z.int()), "size", "position", "id", "number"),
})) {}

/** A label of an issue or pull request in event payloads; older payloads omit its description. */
export class EventLabel extends namedObject(() => ({
  ...labelFields(),
  description: z.optional(z.nullable(z.string())),
})) {}

/** Links to the resources of a pull request. */
export class PullRequestLinks extends namedObject(() =>
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
) {}

/** The head or base of the comparison; the repository is null once it is deleted. */
const side = lazy(() =>
  z.looseObject({
    ...fieldsWith(z.string(), "ref", "sha"),
    label: z.nullable(z.string()),
    repo: z.nullable(Repository.schema()),
    user: z.nullable(User.schema()),
  }),
);

const pullRequestSummaryFields = lazy(() => ({
  ...pullRequestFields(),
  user: z.nullable(User.schema()),
  // Absent in the newest API version, like the next field.
  merge_commit_sha: z.optional(z.nullable(z.string())),
  assignee: z.optional(z.nullable(User.schema())),
  labels: z.array(Label.schema()),
  milestone: z.nullable(Milestone.schema()),
  active_lock_reason: z.optional(z.nullable(z.string())),
  ...fieldsWith(z.optional(z.array(User.schema())), "assignees", "requested_reviewers"),
  requested_teams: z.optional(z.array(Team.schema())),
  ...fieldsWith(side(), "head", "base"),
  _links: PullRequestLinks.schema(),
  auto_merge: z.nullable(AutoMerge.schema()),
  stack: z.optional(z.nullable(PullRequestStack.schema())),
  draft: z.optional(z.boolean()),
}));

/** A pull request in lists and in responses to review requests. */
export class PullRequestSummary extends namedObject(pullRequestSummaryFields) {}

/** A single pull request. */
export class PullRequest extends namedObject(() => ({
  ...pullRequestSummaryFields(),
  requested_teams: z.optional(z.array(ParentTeam.schema())),
  ...pullRequestCounts(),
  mergeable: z.nullable(z.boolean()),
  rebaseable: z.optional(z.nullable(z.boolean())),
  merged_by: z.nullable(User.schema()),
})) {}

/** A file changed by a pull request. */
export class ChangedFile extends namedObject(() => ({
  sha: z.nullable(z.string()),
  ...fieldsWith(z.string(), "filename", "blob_url", "raw_url", "contents_url"),
  status: extensibleEnum("added", "removed", "modified", "renamed", "copied", "changed", "unchanged"),
  additions: z.int(),
  deletions: z.int(),
  changes: z.int(),
  patch: z.optional(z.string()),
  previous_filename: z.optional(z.string()),
})) {}

/** Result of a merge. */
export class MergeResult extends namedObject(() => ({
  sha: z.string(),
  merged: z.boolean(),
  message: z.string(),
})) {}
