import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { ISSUE_COLORS } from "../issue-values.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";
import { App } from "./app.ts";
import { authorAssociation } from "./author-association.ts";
import { Issue, IssueCommentPin, MinimizedComment, Reactions } from "./issue.ts";
import { SimpleRepository } from "./repository.ts";
import { PullRequestReviewComment } from "./review-comment.ts";
import { Team } from "./team.ts";
import { User } from "./user.ts";

/** An issue that another one is related to. */
export class IssueReference extends namedObject(() => ({
  number: z.int(),
  ...fieldsWith(z.string(), "title", "state"),
  state_reason: z.optional(z.nullable(z.string())),
  repository: SimpleRepository.schema(),
  issue_type: z.nullable(
    z.looseObject({
      id: z.int(),
      ...fieldsWith(z.string(), "node_id", "name"),
      color: z.optional(z.nullable(z.string())),
    }),
  ),
})) {}

/** An issue type that was set or removed. */
export class ChangedIssueType extends namedObject(() => ({
  id: z.int(),
  name: z.string(),
  color: z.optional(z.nullable(extensibleEnum(...ISSUE_COLORS))),
})) {}

/** A card of a classic project. */
export class ProjectCardReference extends namedObject(() => ({
  ...fieldsWith(z.int(), "id", "project_id"),
  ...fieldsWith(z.string(), "url", "project_url", "column_name"),
  previous_column_name: z.optional(z.string()),
})) {}

/** Fields that only some kinds of events have. */
const kindFields = lazy(() => ({
  ...fieldsWith(z.optional(z.nullable(User.schema())), "assignee", "review_requester", "requested_reviewer"),
  requested_team: z.optional(Team.schema()),
  dismissed_review: z.optional(
    z.looseObject({
      state: z.string(),
      review_id: z.int(),
      dismissal_message: z.nullable(z.string()),
      dismissal_commit_id: z.optional(z.nullable(z.string())),
    }),
  ),
  milestone: z.optional(z.looseObject({ title: z.string() })),
  label: z.optional(z.looseObject(fieldsWith(z.nullable(z.string()), "name", "color"))),
  project_card: z.optional(ProjectCardReference.schema()),
  rename: z.optional(z.looseObject(fieldsWith(z.string(), "from", "to"))),
  ...fieldsWith(z.optional(z.nullable(ChangedIssueType.schema())), "issue_type", "prev_issue_type"),
  ...fieldsWith(z.optional(z.nullable(IssueReference.schema())), "sub_issue", "parent_issue", "blocked_by", "blocking"),
  intent: z.optional(
    z.nullable(
      z.looseObject({
        rationale: z.optional(z.nullable(z.string())),
        confidence: z.optional(z.nullable(extensibleEnum("LOW", "MEDIUM", "HIGH"))),
      }),
    ),
  ),
  lock_reason: z.optional(z.nullable(z.string())),
}));

const eventFields = lazy(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "node_id", "url", "event", "created_at"),
  actor: z.nullable(User.schema()),
  ...fieldsWith(z.nullable(z.string()), "commit_id", "commit_url"),
  assigner: z.optional(z.nullable(User.schema())),
  ...kindFields(),
}));

/** An event of an issue, with the issue. */
export class IssueEvent extends namedObject(() => ({
  ...eventFields(),
  issue: z.optional(z.nullable(Issue.schema())),
  author_association: z.optional(authorAssociation()),
  performed_via_svc_app: z.optional(z.nullable(App.schema())),
})) {}

/** An event in the list of one issue's events. */
export class EventOfIssue extends namedObject(() => ({
  ...eventFields(),
  performed_via_svc_app: z.nullable(App.schema()),
})) {}

/** A comment on a commit, in a timeline. */
export class TimelineCommitComment extends namedObject(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "html_url", "url", "node_id", "body", "commit_id", "created_at", "updated_at"),
  path: z.nullable(z.string()),
  ...fieldsWith(z.nullable(z.int()), "position", "line"),
  user: z.nullable(User.schema()),
  author_association: authorAssociation(),
  reactions: z.optional(Reactions.schema()),
})) {}

/**
 * An event, a comment, a commit or a review in the timeline of an issue or a pull request. Which fields it has depends on
 * `event`.
 */
export class TimelineEvent extends namedObject(() => ({
  id: z.optional(z.int()),
  ...fieldsWith(
    z.optional(z.string()),
    "event",
    "node_id",
    "url",
    "html_url",
    "created_at",
    "submitted_at",
    "issue_url",
    "pull_request_url",
    "state",
    "message",
    "sha",
    "body_html",
    "body_text",
  ),
  ...fieldsWith(z.optional(z.nullable(z.string())), "commit_id", "commit_url", "body", "updated_at", "state_reason"),
  ...kindFields(),
  ...fieldsWith(z.optional(z.nullable(User.schema())), "actor", "user"),
  performed_via_svc_app: z.optional(z.nullable(App.schema())),
  author_association: z.optional(authorAssociation()),
  reactions: z.optional(Reactions.schema()),
  pin: z.optional(z.nullable(IssueCommentPin.schema())),
  minimized: z.optional(z.nullable(MinimizedComment.schema())),
  source: z.optional(z.looseObject({ type: z.optional(z.string()), issue: z.optional(Issue.schema()) })),
  ...fieldsWith(z.optional(z.looseObject(fieldsWith(z.string(), "date", "email", "name"))), "author", "committer"),
  tree: z.optional(z.looseObject(fieldsWith(z.string(), "sha", "url"))),
  parents: z.optional(z.array(z.looseObject(fieldsWith(z.string(), "sha", "url", "html_url")))),
  verification: z.optional(
    z.looseObject({
      verified: z.boolean(),
      reason: z.string(),
      ...fieldsWith(z.nullable(z.string()), "signature", "payload", "verified_at"),
    }),
  ),
  _links: z.optional(z.looseObject(fieldsWith(z.looseObject({ href: z.string() }), "html", "pull_request"))),
  comments: z.optional(z.array(z.union([PullRequestReviewComment.schema(), TimelineCommitComment.schema()]))),
})) {}
