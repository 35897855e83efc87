import type { EmulatorContext } from "../emulator-context.ts";
import { renderUser } from "../objects/user.ts";
import type { Account } from "../state/accounts.ts";
import { assigneesOf, assignIssue, issueAssignees } from "../state/issues.ts";
import { emitIssueChange, type IssueChange, touchIssue } from "./issue-change.ts";
import { recordIssueEvent } from "./issue-events.ts";

/**
 * Maximum number of assignees of an issue. Further ones are ignored.
 * @see GitHub's documentation on assigning issues
 */
const MAX_ASSIGNEES = 10;

/** Assigns users to an issue or pull request, except those that are. */
export function assignUsers(context: EmulatorContext, change: IssueChange, users: readonly Account[]): void {
  const { db } = context;
  const { id: issue_id } = change.issue;
  for (const user of users) {
    const isAssigned = issueAssignees.has(db, { issue_id, user_id: user.id });
    if (isAssigned || issueAssignees.count(db, { issue_id }) >= MAX_ASSIGNEES) continue;
    assignIssue(db, issue_id, user.id);
    completeAssigneeChange(context, change, user, "assigned");
  }
}

/** Removes assignees of an issue or pull request. */
export function unassignUsers(context: EmulatorContext, change: IssueChange, users: readonly Account[]): void {
  for (const user of users) {
    if (issueAssignees.delete(context.db, { issue_id: change.issue.id, user_id: user.id }) > 0) {
      completeAssigneeChange(context, change, user, "unassigned");
    }
  }
}

/** Replaces the assignees of an issue or pull request. */
export function setAssignees(context: EmulatorContext, change: IssueChange, users: readonly Account[]): void {
  const ids = new Set(users.map(({ id }) => id));
  const removed = assigneesOf(context.db, change.issue.id).filter(({ id }) => !ids.has(id));
  unassignUsers(context, change, removed);
  assignUsers(context, change, users);
}

function completeAssigneeChange(
  context: EmulatorContext,
  change: IssueChange,
  user: Account,
  action: "assigned" | "unassigned",
): void {
  const { issue, sender } = change;
  touchIssue(context, issue);
  recordIssueEvent(context, issue, sender, action, { subject: user });
  emitIssueChange(context, change, action, { assignee: renderUser(context, user) });
}
