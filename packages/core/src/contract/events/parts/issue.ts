import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import type { NamedSchema, SchemaOutput } from "../../named-schema.ts";
import { authorAssociation } from "../../objects/author-association.ts";
import { IssueDependenciesSummary, IssueType, Reactions, SubIssuesSummary } from "../../objects/issue.ts";
import { IssueFieldValue } from "../../objects/issue-field.ts";
import { EventMilestone } from "../../objects/milestone.ts";
import { EventLabel } from "../../objects/pull-request.ts";
import { EventUser } from "../../objects/user.ts";
import { extensibleEnum, fieldsWith, namedSchema } from "../../schema.ts";
import { EventApp } from "./app.ts";
import { lockReason } from "./lock-reason.ts";

/** Present on an issue that is a pull request, with its links. */
export interface IssuePullRequest extends SchemaOutput<typeof issuePullRequestSchema> {}
const issuePullRequestSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    ...fieldsWith(z.optional(z.string()), "url", "html_url", "diff_url", "patch_url"),
    merged_at: z.optional(z.nullable(z.string())),
  }),
);
export const IssuePullRequest: NamedSchema<IssuePullRequest> = issuePullRequestSchema;

/** An issue in event payloads. */
export interface EventIssue extends SchemaOutput<typeof eventIssueSchema> {}
const issueObject = /* @__PURE__ */ lazy(() =>
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
    user: z.nullable(EventUser()),
    assignee: z.optional(z.nullable(EventUser())),
    assignees: z.array(z.nullable(EventUser())),
    milestone: z.nullable(EventMilestone()),
    labels: z.optional(z.array(EventLabel())),
    state: z.optional(extensibleEnum("open", "closed")),
    state_reason: z.optional(z.nullable(z.string())),
    ...fieldsWith(z.optional(z.boolean()), "locked", "draft"),
    active_lock_reason: z.optional(z.nullable(lockReason())),
    timeline_url: z.optional(z.string()),
    pull_request: z.optional(IssuePullRequest()),
    performed_via_svc_app: z.optional(z.nullable(EventApp())),
    type: z.optional(z.nullable(IssueType())),
    issue_field_values: z.optional(z.array(IssueFieldValue())),
    sub_issues_summary: z.optional(SubIssuesSummary()),
    issue_dependencies_summary: z.optional(IssueDependenciesSummary()),
    reactions: z.optional(Reactions()),
  }),
);
const eventIssueSchema = /* @__PURE__ */ namedSchema(issueObject);
export const EventIssue: NamedSchema<EventIssue> = eventIssueSchema;

/** An issue as it was in the repository that it was transferred from; fields can be missing. */
export interface FormerIssue extends SchemaOutput<typeof formerIssueSchema> {}
const formerIssueSchema = /* @__PURE__ */ namedSchema(() =>
  z.extend(z.partial(issueObject()), { ...fieldsWith(z.int(), "id", "number") }),
);
export const FormerIssue: NamedSchema<FormerIssue> = formerIssueSchema;
