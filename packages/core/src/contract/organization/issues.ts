import * as z from "zod/mini";
import { Issue } from "../objects/issue.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { CALLER_ACCESS, callerIssueFilters } from "../shared/issues.ts";

/**
 * Lists issues of an organization's repositories: those assigned to the caller, unless `filter` says otherwise. Pull
 * requests are listed as well.
 * @see https://docs.github.com/rest/issues/issues#list-organization-issues-assigned-to-the-authenticated-user
 */
export const listOrganizationIssues = operation("GET /orgs/{org}/issues", () => ({
  ...list(Issue.schema(), { ...callerIssueFilters(), type: z.optional(z.string()) }),
  otherStatuses: [404],
  access: CALLER_ACCESS,
}));
