import * as z from "zod/mini";
import { Issue, UpdatedIssue } from "../objects/issue.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { permissionAccess, publicReadAccess, WRITE_REPO_SCOPES } from "../permission-access.ts";
import { create, get, update } from "../reads-and-writes.ts";
import { issueFilters, issuePath, sharedWrite, suggestionFields } from "../shared/issues.ts";

// The operations follow the public documentation, their schemas the public API description.

const read = publicReadAccess("issues");

const title = () => z.union([z.string(), z.int()]);
const milestone = () => z.optional(z.nullable(z.union([z.string(), z.int()])));
const fieldValue = () => ({ field_id: z.int(), value: z.union([z.string(), z.number(), z.array(z.string())]) });
const label = () => ({
  id: z.optional(z.int()),
  name: z.optional(z.string()),
  description: z.optional(z.nullable(z.string())),
  color: z.optional(z.nullable(z.string())),
});

/**
 * Lists the issues of a repository. Pull requests are listed as well; they have the field `pull_request`.
 * @see https://docs.github.com/rest/issues/issues#list-repository-issues
 */
export const listIssues = operation("GET /repos/{owner}/{repo}/issues", () => ({
  ...list(Issue.schema(), {
    milestone: z.optional(z.string()),
    assignee: z.optional(z.string()),
    type: z.optional(z.string()),
    creator: z.optional(z.string()),
    mentioned: z.optional(z.string()),
    issue_field_values: z.optional(z.string()),
    ...issueFilters(),
  }),
  otherStatuses: [301, 404, 422],
  access: read,
}));

/**
 * Creates an issue. Labels, assignees and the milestone are silently ignored if the caller cannot push.
 * @see https://docs.github.com/rest/issues/issues#create-an-issue
 */
export const createIssue = operation("POST /repos/{owner}/{repo}/issues", () => ({
  body: z.object({
    title: title(),
    body: z.optional(z.string()),
    assignee: z.optional(z.nullable(z.string())),
    milestone: milestone(),
    labels: z.optional(z.array(z.union([z.string(), z.object(label())]))),
    assignees: z.optional(z.array(z.string())),
    issue_field_values: z.optional(z.array(z.object(fieldValue()))),
    type: z.optional(z.nullable(z.string())),
  }),
  ...create(
    { access: permissionAccess("issues", "write", [WRITE_REPO_SCOPES]) },
    Issue.schema(),
    [400, 403, 404, 410, 422, 503],
  ),
  pace: { createsContent: true },
}));

/**
 * Gets an issue or a pull request. The service redirects (301) to the new place of a transferred issue and responds
 * with 410 for a deleted one.
 * @see https://docs.github.com/rest/issues/issues#get-an-issue
 */
export const getIssue = operation("GET /repos/{owner}/{repo}/issues/{issue_number}", () => ({
  path: issuePath(),
  ...get({ access: read }, Issue.schema(), [301, 304, 404, 410]),
}));

/**
 * Updates an issue or a pull request, as its author or as a user who can push. Labels, assignees and the milestone are
 * silently ignored if the caller cannot push.
 * @see https://docs.github.com/rest/issues/issues#update-an-issue
 */
export const updateIssue = operation("PATCH /repos/{owner}/{repo}/issues/{issue_number}", () => ({
  path: issuePath(),
  body: z.object({
    title: z.optional(z.nullable(title())),
    body: z.optional(z.nullable(z.string())),
    assignee: z.optional(z.nullable(z.string())),
    state: z.optional(z.enum(["open", "closed"])),
    state_reason: z.optional(z.nullable(z.enum(["completed", "not_planned", "duplicate", "reopened"]))),
    duplicate_issue_id: z.optional(z.int()),
    milestone: milestone(),
    labels: z.optional(z.array(z.union([z.string(), z.object({ ...label(), ...suggestionFields() })]))),
    assignees: z.optional(
      z.array(z.union([z.string(), z.object({ login: z.optional(z.string()), ...suggestionFields() })])),
    ),
    issue_field_values: z.optional(z.array(z.object({ ...fieldValue(), ...suggestionFields() }))),
    type: z.optional(
      z.nullable(z.union([z.string(), z.object({ value: z.optional(z.nullable(z.string())), ...suggestionFields() })])),
    ),
  }),
  ...update({ access: sharedWrite() }, UpdatedIssue.schema(), [301, 403, 404, 410, 422, 503]),
}));
