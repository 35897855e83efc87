import * as z from "zod/mini";
import { Issue } from "../objects/issue.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { CALLER_ACCESS, callerIssueFilters } from "../shared/issues.ts";

/**
 * Lists issues of all repositories that the caller can see: those assigned to the caller, unless `filter` says
 * otherwise. Pull requests are listed as well.
 * @see https://docs.github.com/rest/issues/issues#list-issues-assigned-to-the-authenticated-user
 */
export const listAssignedIssues = operation("GET /issues", () => ({
  ...list(Issue.schema(), {
    ...callerIssueFilters(),
    collab: z.optional(z.boolean()),
    orgs: z.optional(z.boolean()),
    owned: z.optional(z.boolean()),
    pulls: z.optional(z.boolean()),
  }),
  otherStatuses: [304, 404, 422],
  access: CALLER_ACCESS,
}));

/**
 * Lists issues of repositories that the caller owns or is a member of: those assigned to the caller, unless `filter`
 * says otherwise. Pull requests are listed as well.
 * @see https://docs.github.com/rest/issues/issues#list-user-account-issues-assigned-to-the-authenticated-user
 */
export const listUserIssues = operation("GET /user/issues", () => ({
  ...list(Issue.schema(), callerIssueFilters()),
  otherStatuses: [304, 404],
  access: CALLER_ACCESS,
}));
