import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import { authorAssociation } from "../../objects/author-association.ts";
import { IssueDependenciesSummary, IssueType, Reactions, SubIssuesSummary } from "../../objects/issue.ts";
import { IssueFieldValue } from "../../objects/issue-field.ts";
import { EventMilestone } from "../../objects/milestone.ts";
import { EventLabel } from "../../objects/pull-request.ts";
import { EventUser } from "../../objects/user.ts";
import { extensibleEnum, fieldsWith, namedObject, namedSchema } from "../../schema.ts";
import { EventApp } from "./app.ts";
import { lockReason } from "./lock-reason.ts";

/** Present on an issue that is a pull request, with its links. */
export class IssuePullRequest extends namedObject(() => ({
  ...fieldsWith(z.optional(z.string()), "url", "html_url", "diff_url", "patch_url"),
  merged_at: z.optional(z.nullable(z.string())),
})) {}

const issueObject = lazy(() =>
  z.looseObject({
    ...fieldsWith(z.int(), "id", "number", "comments"),
    ...fieldsWith(
      z.string(),
      "node_id",
      "title",
      "url",
      "html_url",
      "repository_url",
      "labels_url",
      "comments_url",
      "events_url",
      "created_at",
      "updated_at",
    ),
    ...fieldsWith(z.nullable(z.string()), "body", "closed_at"),
    author_association: authorAssociation(),
    user: z.nullable(EventUser.schema()),
    assignee: z.optional(z.nullable(EventUser.schema())),
    assignees: z.array(z.nullable(EventUser.schema())),
    milestone: z.nullable(EventMilestone.schema()),
    labels: z.optional(z.array(EventLabel.schema())),
    state: z.optional(extensibleEnum("open", "closed")),
    state_reason: z.optional(z.nullable(z.string())),
    ...fieldsWith(z.optional(z.boolean()), "locked", "draft"),
    active_lock_reason: z.optional(z.nullable(lockReason())),
    timeline_url: z.optional(z.string()),
    pull_request: z.optional(IssuePullRequest.schema()),
    performed_via_svc_app: z.optional(z.nullable(EventApp.schema())),
    type: z.optional(z.nullable(IssueType.schema())),
    issue_field_values: z.optional(z.array(IssueFieldValue.schema())),
    sub_issues_summary: z.optional(SubIssuesSummary.schema()),
    issue_dependencies_summary: z.optional(IssueDependenciesSummary.schema()),
    reactions: z.optional(Reactions.schema()),
  }),
);

/** An issue in event payloads. */
export class EventIssue extends namedSchema(issueObject) {}

/** An issue as it was in the repository that it was transferred from; fields can be missing. */
export class FormerIssue extends namedSchema(() =>
  z.extend(z.partial(issueObject()), { ...fieldsWith(z.int(), "id", "number") }),
) {}
