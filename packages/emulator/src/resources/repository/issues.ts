import type { Input } from "@forgehand/core/contract";
import { createIssue, getIssue, listIssues } from "@forgehand/core/operations";
import { openIssue } from "../../effects/issues.ts";
import { type RepositoryCall, renderPage, repositoryHandler, requireActor } from "../../http/handler.ts";
import { gone } from "../../http-error.ts";
import { renderCallersIssue } from "../../objects/issue.ts";
import { assignedTo, condition, mentioning, NEVER } from "../../search/qualifier-conditions.ts";
import { accounts } from "../../state/accounts.ts";
import { allOf, type Condition } from "../../state/condition.ts";
import type { Database } from "../../state/database.ts";
import { hasFieldValue, listIssues as listMatching } from "../../state/issue-lists.ts";
import { getIssue as reloadIssue } from "../../state/issues.ts";
import { withType } from "../organization/issues.ts";
import { checkInteraction } from "../shared/interaction.ts";
import { readIssueFilter, splitList } from "../shared/issue-lists.ts";
import { requireIssue } from "./find-issue.ts";
import { writeFieldValues } from "./issue-field-values.ts";
import {
  canManageIssues,
  checkBody,
  fieldError,
  findMilestone,
  readTitle,
  requireAssignees,
  resolveLabels,
  resolveMilestone,
} from "./issue-input.ts";

export const issues = [
  repositoryHandler(listIssues, (input, call) => {
    const { context, repository, caller, page } = call;
    const matches = allOf([
      condition("i.repository_id = ?", repository.id),
      withMilestone(call, input.milestone),
      withAssignee(context.db, input.assignee),
      aboutLogin(context.db, input.creator, (id) => condition("i.user_id = ?", id)),
      aboutLogin(context.db, input.mentioned, mentioning),
      withType(input.type),
      ...splitList(input.issue_field_values ?? "").map(withFieldValue),
    ]);
    const rowPage = listMatching(context.db, matches, readIssueFilter(input), page);
    return renderPage(call, rowPage, (issue) => renderCallersIssue(context, repository, issue, caller));
  }),

  repositoryHandler(createIssue, (input, call) => {
    const { context, repository, caller } = call;
    if (!repository.settings.has_issues) throw gone("Issues are disabled for this repo");
    if (caller.user) checkInteraction(context, repository, caller.user);
    const issue = context.db.transaction(() => addIssue(call, input));
    return renderCallersIssue(context, repository, issue, caller);
  }),

  repositoryHandler(getIssue, ({ issue_number }, call) =>
    renderCallersIssue(call.context, call.repository, requireIssue(call, issue_number), call.caller),
  ),
];

/** Opens an issue. Fields that only those who manage issues can set are ignored for other callers. */
function addIssue(call: RepositoryCall, input: Input<typeof createIssue>) {
  const { context, repository } = call;
  const title = readTitle(input.title);
  const body = input.body === undefined ? null : checkBody("Issue", input.body);
  const canManage = canManageIssues(call);
  if (canManage && typeof input.type === "string") throw fieldError("Issue", "type", "invalid");
  const logins = [...(input.assignees ?? []), ...(input.assignee ? [input.assignee] : [])];
  const managed = canManage
    ? {
        labels: resolveLabels(call, input.labels ?? []),
        assignees: requireAssignees(call, logins),
        milestone: resolveMilestone(call, input.milestone ?? null),
      }
    : { labels: [], assignees: [], milestone: null };
  const issue = openIssue(context, { repository, sender: requireActor(call) }, { title, body, ...managed });
  if (canManage && input.issue_field_values) writeFieldValues(call, issue.number, input.issue_field_values, false);
  return reloadIssue(context.db, issue.id);
}

/** @throws HttpError 422 if there is no such milestone */
function withMilestone({ context, repository }: RepositoryCall, given: string | undefined): Condition | undefined {
  if (given === undefined) return undefined;
  if (given === "*") return condition("i.milestone_id IS NOT NULL");
  if (given === "none") return condition("i.milestone_id IS NULL");
  const milestone = findMilestone(context.db, repository.id, Number(given));
  if (!milestone) throw fieldError("Issue", "milestone", "invalid");
  return condition("i.milestone_id = ?", milestone.id);
}

function withAssignee(db: Database, given: string | undefined): Condition | undefined {
  const isAssigned = "EXISTS (SELECT 1 FROM issue_assignees a WHERE a.issue_id = i.id)";
  if (given === "*") return condition(isAssigned);
  if (given === "none") return condition(`NOT ${isAssigned}`);
  return aboutLogin(db, given, assignedTo);
}

function aboutLogin(db: Database, login: string | undefined, about: (id: number) => Condition): Condition | undefined {
  if (login === undefined) return undefined;
  const user = accounts.find(db, { login });
  return user ? about(user.id) : NEVER;
}

/** Matches issues by `field:value`. A field alone matches any value. */
function withFieldValue(given: string): Condition {
  const [, field = given, value] = /^([^:]+):(.*)$/s.exec(given) ?? [];
  return hasFieldValue(field.trim(), value?.trim());
}
