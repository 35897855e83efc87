import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { ISSUE_COLORS } from "../issue-values.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";
import { App } from "./app.ts";
import { authorAssociation } from "./author-association.ts";
import { IssueFieldValue } from "./issue-field.ts";
import { Milestone } from "./milestone.ts";
import { Repository } from "./repository.ts";
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

const pin = lazy(() => z.looseObject({ pinned_at: z.string(), pinned_by: z.nullable(User.schema()) }));

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
  pin: z.optional(z.nullable(pin())),
  minimized: z.optional(z.nullable(z.looseObject({ reason: z.nullable(z.string()) }))),
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
  text_matches: z.optional(
    z.array(
      z.looseObject({
        object_url: z.optional(z.string()),
        object_type: z.optional(z.nullable(z.string())),
        property: z.optional(z.string()),
        fragment: z.optional(z.string()),
        matches: z.optional(
          z.array(z.looseObject({ text: z.optional(z.string()), indices: z.optional(z.array(z.int())) })),
        ),
      }),
    ),
  ),
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
