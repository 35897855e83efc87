import { addAssignees, checkAssignee, listAssignees, removeAssignees } from "@forgehand/core/operations";
import { assignUsers, unassignUsers } from "../../effects/issue-assignees.ts";
import { type RepositoryCall, renderPage, repositoryHandler, requireActor } from "../../http/handler.ts";
import { renderCallersIssue } from "../../objects/issue.ts";
import { renderUser } from "../../objects/user.ts";
import { type Account, accounts } from "../../state/accounts.ts";
import { assignableUsers, isAssignable } from "../../state/assignees.ts";
import { getIssue, type Issue } from "../../state/issues.ts";
import { requireWritableIssue } from "./find-issue.ts";
import { canManageIssues, findAssignees } from "./issue-input.ts";

export const assignees = [
  repositoryHandler(listAssignees, (_input, call) => {
    const { context, repository, page } = call;
    return renderPage(call, assignableUsers(context.db, repository, page), (user) => renderUser(context, user));
  }),

  repositoryHandler(checkAssignee, ({ assignee }, { context: { db }, repository }) => {
    const user = accounts.find(db, { login: assignee });
    return user !== undefined && isAssignable(db, repository, user.id);
  }),

  repositoryHandler(addAssignees, ({ issue_number, assignees: given = [] }, call) => {
    const logins = given.map((entry) => (typeof entry === "string" ? entry : entry.login));
    return changeAssignees(call, issue_number, (issue) => {
      const users = findAssignees(call, logins, issue).filter((user) => user !== undefined);
      assignUsers(call.context, { repository: call.repository, issue, sender: requireActor(call) }, users);
    });
  }),

  repositoryHandler(removeAssignees, ({ issue_number, assignees: logins }, call) => {
    const { context, repository } = call;
    return changeAssignees(call, issue_number, (issue) => {
      const users = logins.flatMap((login): Account[] => accounts.all(context.db, { login }));
      unassignUsers(context, { repository, issue, sender: requireActor(call) }, users);
    });
  }),
];

/** Changes the assignees of an issue, unless the caller can't manage issues: then nothing changes. */
function changeAssignees(call: RepositoryCall, number: number, change: (issue: Issue) => void) {
  const { context, repository, caller } = call;
  const issue = requireWritableIssue(call, number);
  if (canManageIssues(call)) context.db.transaction(() => change(issue));
  return renderCallersIssue(context, repository, getIssue(context.db, issue.id), caller);
}
