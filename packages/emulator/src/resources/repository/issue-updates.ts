import type { Input } from "@forgehand/core/contract";
import { updateIssue } from "@forgehand/core/operations";
import { setAssignees } from "../../effects/issue-assignees.ts";
import type { IssueChange } from "../../effects/issue-change.ts";
import { recordIssueEvent } from "../../effects/issue-events.ts";
import { setIssueLabels } from "../../effects/issue-labels.ts";
import { setIssueMilestone } from "../../effects/issue-milestone.ts";
import { closeIssue, editIssue, reopenIssue } from "../../effects/issues.ts";
import { type RepositoryCall, repositoryHandler, requireActor } from "../../http/handler.ts";
import { forbidden } from "../../http-error.ts";
import { renderCallersIssue } from "../../objects/issue.ts";
import { getIssue, type Issue, issues } from "../../state/issues.ts";
import { pullRequestOf } from "../../state/pull-requests.ts";
import { checkReopenable } from "../shared/check-reopenable.ts";
import { separateSuggestions } from "../shared/issue-suggestions.ts";
import { requireIssue } from "./find-issue.ts";
import { writeFieldValues } from "./issue-field-values.ts";
import {
  canManageIssues,
  checkBody,
  fieldError,
  readTitle,
  requireAssignees,
  resolveLabels,
  resolveMilestone,
} from "./issue-input.ts";

export const issueUpdates = [
  repositoryHandler(updateIssue, (input, call) => {
    const { context, repository, caller } = call;
    const issue = requireIssue(call, input.issue_number);
    const sender = requireActor(call);
    const canManage = canManageIssues(call);
    if (!canManage && issue.user_id !== sender.id) throw forbidden("Must have admin rights to Repository.");
    const { applied, suggestions } = separateSuggestions(input);
    const change = { repository, issue, sender };
    context.db.transaction(() => {
      applyEdits(call, change, applied);
      if (canManage) applyManagedFields(call, change, applied);
      applyState(call, change, applied);
    });
    const after = getIssue(context.db, issue.id);
    return { ...renderCallersIssue(context, repository, after, caller), ...(suggestions && { suggestions }) };
  }),
];

type IssueUpdate = Input<typeof updateIssue>;

function applyEdits({ context }: RepositoryCall, change: IssueChange, { title, body }: IssueUpdate): void {
  editIssue(context, change, {
    ...(title === undefined || title === null ? {} : { title: readTitle(title) }),
    ...(body === undefined ? {} : { body: body === null ? null : checkBody("Issue", body) }),
  });
}

function applyManagedFields(call: RepositoryCall, change: IssueChange, update: IssueUpdate): void {
  const { context } = call;
  const { assignee, assignees, labels, milestone, type, issue_field_values } = update;
  const typeName = typeof type === "object" ? type?.value : type;
  if (typeof typeName === "string") throw fieldError("Issue", "type", "invalid");
  if (labels) setIssueLabels(context, change, resolveLabels(call, labels));
  if (assignees || assignee !== undefined) {
    const logins = assignees?.flatMap(loginOf) ?? (assignee ? [assignee] : []);
    setAssignees(context, change, requireAssignees(call, logins, change.issue));
  }
  if (milestone !== undefined) setIssueMilestone(context, change, resolveMilestone(call, milestone));
  if (issue_field_values) writeFieldValues(call, change.issue.number, issue_field_values, false);
}

function loginOf(given: string | { readonly login?: string | undefined }): string[] {
  const login = typeof given === "string" ? given : given.login;
  return login === undefined ? [] : [login];
}

/** Closes or reopens an issue, or changes the reason why it is closed. */
function applyState(call: RepositoryCall, change: IssueChange, update: IssueUpdate): void {
  const { context } = call;
  const { db } = context;
  const issue = getIssue(db, change.issue.id);
  const target = update.state ?? issue.state;
  const current = { ...change, issue };
  const pull = pullRequestOf(db, issue.id);
  if (target === "open") {
    if (issue.state === "open") return;
    if (pull) checkReopenable(call, pull);
    reopenIssue(context, current);
    return;
  }
  // A pull request has no reason that could change.
  if (pull && issue.state === "closed") return;
  const original = findOriginal(change, update, db);
  const reason = original ? "duplicate" : update.state_reason;
  if (issue.state === "closed" && (reason === undefined || reason === null || reason === issue.state_reason)) return;
  if (reason === "reopened") throw fieldError("Issue", "state_reason", "invalid");
  closeIssue(context, current, { reason: reason ?? "completed" });
  if (original) recordIssueEvent(context, issue, change.sender, "marked_as_duplicate");
}

/**
 * Returns the issue that this one is closed as a duplicate of.
 * @throws HttpError 422 if there is no such issue
 */
function findOriginal(
  { repository, issue }: IssueChange,
  { duplicate_issue_id: id }: IssueUpdate,
  db: RepositoryCall["context"]["db"],
): Issue | undefined {
  if (id === undefined) return undefined;
  const original = issues.find(db, { id });
  if (original && original.id !== issue.id && original.repository_id === repository.id) return original;
  throw fieldError("Issue", "duplicate_issue_id", "invalid");
}
