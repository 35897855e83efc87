import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import type { Named, OutputOf } from "../../named.ts";
import { authorAssociation } from "../../objects/author-association.ts";
import { IssueDependenciesSummary, IssueType, Reactions, SubIssuesSummary } from "../../objects/issue.ts";
import { IssueFieldValue } from "../../objects/issue-field.ts";
import { EventMilestone } from "../../objects/milestone.ts";
import { EventLabel } from "../../objects/pull-request.ts";
import { EventUser } from "../../objects/user.ts";
import { alike, named, open } from "../../schema.ts";
import { EventApp } from "./app.ts";
import { lockReason } from "./lock-reason.ts";

/** What tells that an issue is a pull request, and where that is found (public description). */
export interface IssuePullRequest extends OutputOf<typeof issuePullRequestSchema> {}
const issuePullRequestSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    ...alike(z.optional(z.string()), "url", "html_url", "diff_url", "patch_url"),
    merged_at: z.optional(z.nullable(z.string())),
  }),
);
export const IssuePullRequest: Named<IssuePullRequest> = issuePullRequestSchema;

/** An issue as events carry it, whatever happened to it (public description). */
export interface EventIssue extends OutputOf<typeof eventIssueSchema> {}
const issueObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    ...alike(z.int(), "id", "number", "comments"),
    ...alike(
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
    ...alike(z.nullable(z.string()), "body", "closed_at"),
    author_association: authorAssociation(),
    user: z.nullable(EventUser()),
    assignee: z.optional(z.nullable(EventUser())),
    assignees: z.array(z.nullable(EventUser())),
    milestone: z.nullable(EventMilestone()),
    labels: z.optional(z.array(EventLabel())),
    state: z.optional(open("open", "closed")),
    state_reason: z.optional(z.nullable(z.string())),
    ...alike(z.optional(z.boolean()), "locked", "draft"),
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
const eventIssueSchema = /* @__PURE__ */ named(issueObject);
export const EventIssue: Named<EventIssue> = eventIssueSchema;

/** An issue as it was in the repository that it came from, of which less may be told (public description). */
export interface FormerIssue extends OutputOf<typeof formerIssueSchema> {}
const formerIssueSchema = /* @__PURE__ */ named(() =>
  z.extend(z.partial(issueObject()), { ...alike(z.int(), "id", "number") }),
);
export const FormerIssue: Named<FormerIssue> = formerIssueSchema;
