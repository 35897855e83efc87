import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { CONFIDENCE_LEVELS, ISSUE_COLORS, STATE_REASONS } from "../issue-values.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";
import { App } from "./app.ts";
import { authorAssociation } from "./author-association.ts";
import { IssueFieldValue } from "./issue-field.ts";
import { Milestone } from "./milestone.ts";
import { Repository } from "./repository.ts";
import { textMatches } from "./text-matches.ts";
import { User } from "./user.ts";

/** An issue type. */
export class IssueType extends namedObject(() => ({
  id: z.int(),
  node_id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  color: z.optional(z.nullable(extensibleEnum(...ISSUE_COLORS))),
  created_at: z.optional(z.string()),
  updated_at: z.optional(z.string()),
  is_enabled: z.optional(z.boolean()),
})) {}

/** Progress of an issue's sub-issues. */
export class SubIssuesSummary extends namedObject(() => ({
  total: z.int(),
  completed: z.int(),
  percent_completed: z.int(),
})) {}

/** Number of issues that block an issue or are blocked by it. */
export class IssueDependenciesSummary extends namedObject(() => ({
  ...fieldsWith(z.int(), "blocked_by", "blocking", "total_blocked_by", "total_blocking"),
})) {}

/** Reaction counts. */
export class Reactions extends namedObject(() => ({
  url: z.string(),
  ...fieldsWith(z.int(), "total_count", "+1", "-1", "laugh", "confused", "heart", "hooray", "eyes", "rocket"),
})) {}

/** The pin of a comment. */
export class IssueCommentPin extends namedObject(() => ({
  pinned_at: z.string(),
  pinned_by: z.nullable(User.schema()),
})) {}

/** The reason for hiding a comment. */
export class MinimizedComment extends namedObject(() => ({ reason: z.nullable(z.string()) })) {}

/** A comment on an issue. */
export class IssueComment extends namedObject(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "node_id", "url", "html_url", "created_at", "updated_at", "issue_url"),
  body: z.optional(z.string()),
  body_text: z.optional(z.string()),
  body_html: z.optional(z.string()),
  user: z.nullable(User.schema()),
  author_association: z.optional(authorAssociation()),
  performed_via_svc_app: z.optional(z.nullable(App.schema())),
  reactions: z.optional(Reactions.schema()),
  pin: z.optional(z.nullable(IssueCommentPin.schema())),
  minimized: z.optional(z.nullable(MinimizedComment.schema())),
})) {}

/** Fields of an issue or pull request. */
const issueFields = lazy(() => ({
  ...fieldsWith(
    z.string(),
    "url",
    "repository_url",
    "labels_url",
    "comments_url",
    "events_url",
    "html_url",
    "node_id",
    "title",
    "state",
    "created_at",
    "updated_at",
  ),
  id: z.int(),
  number: z.int(),
  locked: z.boolean(),
  active_lock_reason: z.optional(z.nullable(z.string())),
  assignees: z.optional(z.nullable(z.array(User.schema()))),
  user: z.nullable(User.schema()),
  labels: z.array(
    z.looseObject({
      id: z.optional(z.int()),
      ...fieldsWith(z.optional(z.string()), "node_id", "url", "name", "color"),
      default: z.optional(z.boolean()),
      description: z.optional(z.nullable(z.string())),
    }),
  ),
  sub_issues_summary: z.optional(SubIssuesSummary.schema()),
  issue_dependencies_summary: z.optional(IssueDependenciesSummary.schema()),
  issue_field_values: z.optional(z.array(IssueFieldValue.schema())),
  state_reason: z.optional(z.nullable(z.string())),
  assignee: z.optional(z.nullable(User.schema())),
  milestone: z.nullable(Milestone.schema()),
  comments: z.int(),
  closed_at: z.nullable(z.string()),
  pull_request: z.optional(
    z.looseObject({
      merged_at: z.optional(z.nullable(z.string())),
      ...fieldsWith(z.nullable(z.string()), "diff_url", "html_url", "patch_url", "url"),
    }),
  ),
  ...fieldsWith(z.optional(z.nullable(z.string())), "body", "body_html", "body_text"),
  timeline_url: z.optional(z.string()),
  draft: z.optional(z.boolean()),
  repository: z.optional(Repository.schema()),
  type: z.optional(z.nullable(IssueType.schema())),
  performed_via_svc_app: z.optional(z.nullable(App.schema())),
  pinned_comment: z.optional(z.nullable(IssueComment.schema())),
  reactions: z.optional(Reactions.schema()),
}));

/** An issue or pull request in search results. */
export class IssueSearchResult extends namedObject(() => ({
  ...issueFields(),
  text_matches: textMatches(),
  score: z.number(),
  author_association: authorAssociation(),
})) {}

/** One of two related issues, in event payloads. */
export class RelatedIssue extends namedObject(() => ({
  ...issueFields(),
  author_association: z.optional(authorAssociation()),
  closed_by: z.optional(z.nullable(User.schema())),
  parent_issue_url: z.optional(z.nullable(z.string())),
})) {}

const singleIssueFields = lazy(() => ({
  ...issueFields(),
  state_reason: z.optional(z.nullable(extensibleEnum(...STATE_REASONS))),
  author_association: z.optional(authorAssociation()),
  closed_by: z.optional(z.nullable(User.schema())),
  parent_issue_url: z.optional(z.nullable(z.string())),
}));

/** An issue or pull request. */
export class Issue extends namedObject(singleIssueFields) {}

const suggestionFields = lazy(() => ({
  rationale: z.optional(z.string()),
  suggest: z.optional(z.boolean()),
  confidence: z.optional(extensibleEnum(...CONFIDENCE_LEVELS)),
  ignored: z.optional(z.boolean()),
  ignored_reason: z.optional(extensibleEnum("already_applied", "issue_already_closed")),
}));

const suggestions = <F extends Readonly<Record<string, z.ZodMiniType>>>(fields: F) =>
  z.optional(z.array(z.looseObject({ ...fields, ...suggestionFields() })));

/** Changes of an issue that are suggested instead of made. */
export class IssueSuggestions extends namedObject(() => ({
  type: suggestions({ value: z.optional(z.string()) }),
  issue_field_values: suggestions({
    field_id: z.optional(z.int()),
    value: z.optional(z.union([z.string(), z.number(), z.array(z.string())])),
  }),
  labels: suggestions({ name: z.optional(z.string()) }),
  assignees: suggestions({ login: z.optional(z.string()) }),
  state: suggestions({
    ...fieldsWith(z.optional(z.string()), "value", "state_reason"),
    duplicate_issue_id: z.optional(z.int()),
  }),
})) {}

/** A changed issue, with the changes that are only suggested. */
export class UpdatedIssue extends namedObject(() => ({
  ...singleIssueFields(),
  suggestions: z.optional(IssueSuggestions.schema()),
})) {}
