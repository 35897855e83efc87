import * as z from "zod/mini";
import { Issue } from "../objects/issue.ts";
import { User } from "../objects/user.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { update } from "../reads-and-writes.ts";
import { issuePath, SHARED_READ, sharedWrite, suggestionFields } from "../shared/issues.ts";

// The operations follow the public documentation, their schemas the public API description.

/**
 * Lists the users whom issues and pull requests of a repository can be assigned to.
 * @see https://docs.github.com/rest/issues/assignees#list-assignees
 */
export const listAssignees = operation("GET /repos/{owner}/{repo}/assignees", () => ({
  ...list(User.schema()),
  otherStatuses: [404],
  access: SHARED_READ,
}));

/**
 * Returns whether issues and pull requests of a repository can be assigned to a user; also false if the repository is
 * not visible.
 * @see https://docs.github.com/rest/issues/assignees#check-if-a-user-can-be-assigned
 */
export const checkAssignee = operation("GET /repos/{owner}/{repo}/assignees/{assignee}", () => ({
  success: { 204: true },
  absent: { 404: false },
  access: SHARED_READ,
  retry: "safe",
}));

/**
 * Assigns an issue or a pull request to further users, at most 10 in total. Users it cannot be assigned to are silently
 * ignored, and so are all if the caller cannot push.
 * @see https://docs.github.com/rest/issues/assignees#add-assignees-to-an-issue
 */
export const addAssignees = operation("POST /repos/{owner}/{repo}/issues/{issue_number}/assignees", () => ({
  path: issuePath(),
  body: z.object({
    assignees: z.optional(z.array(z.union([z.string(), z.object({ login: z.string(), ...suggestionFields() })]))),
  }),
  success: { 201: Issue.schema() },
  access: sharedWrite(),
  retry: "idempotent",
}));

/**
 * Removes assignees from an issue or a pull request. All are silently ignored if the caller cannot push.
 * @see https://docs.github.com/rest/reference/issues#remove-assignees-from-an-issue
 */
export const removeAssignees = operation("DELETE /repos/{owner}/{repo}/issues/{issue_number}/assignees", () => ({
  path: issuePath(),
  body: z.object({ assignees: z.array(z.string()) }),
  ...update({ access: sharedWrite() }, Issue.schema()),
}));
