import {
  addIssueFieldValues,
  deleteIssueFieldValue,
  listIssueFieldValues,
  setIssueFieldValues,
} from "@forgehand/core/operations";
import { isInsider } from "../../callers/insider.ts";
import { isVisible } from "../../callers/reach.ts";
import { fieldValueEvents } from "../../deliveries/events/field-values.ts";
import { type Call, listed, onRepository, type RepositoryCall, senderIn } from "../../http/call.ts";
import { gone, invalid, moved, notFound } from "../../http/refusal.ts";
import { renderFieldValue } from "../../objects/issue-field.ts";
import { EVERY } from "../../state/database.ts";
import * as state from "../../state/issue-field-values.ts";
import { findIssueField } from "../../state/issue-fields.ts";
import { findIssue, type Issue, isPullRequest, touchIssue } from "../../state/issues.ts";
import { getRepository, type Repository } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";

export const issueFieldValues = [
  onRepository(listIssueFieldValues, ({ issue_number }, call) => {
    const { world, repository, window } = call;
    const issue = issueToRead(call, issue_number);
    return listed(call, state.fieldValuesOf(world.db, issue.id, readerOf(call, repository), window), renderFieldValue);
  }),

  onRepository(addIssueFieldValues, ({ issue_number, issue_field_values: values }, call) =>
    write(call, issue_number, values, values?.length === 0),
  ),

  onRepository(setIssueFieldValues, ({ issue_number, issue_field_values: values }, call) =>
    write(call, issue_number, values, values !== undefined),
  ),

  onRepository(deleteIssueFieldValue, ({ issue_number, issue_field_id }, call) => {
    const { db, now } = call.world;
    const issue = issueToWrite(call, issue_number);
    telling(call, issue, () => {
      if (!state.deleteFieldValue(db, issue.id, issue_field_id)) throw notFound();
      touchIssue(db, issue.id, timestamp(now()));
    });
    return undefined;
  }),
];

type NewValues = readonly { readonly field_id: number; readonly value: string | number | readonly string[] }[];

/** Gives an issue values, all of them or none. @param clears whether those that it has go first @returns all that it has then */
function write(call: RepositoryCall, number: number, values: NewValues = [], clears: boolean) {
  const { world, repository } = call;
  const { db } = world;
  const issue = issueToWrite(call, number);
  const kept = values.map(({ field_id, value }, index) => {
    const at = `issue_field_values.${index}`;
    const field = findIssueField(db, repository.owner_id, field_id);
    if (!field) throw invalid(`${at}.field_id`, `there is no issue field ${field_id}`);
    if (values.findIndex((other) => other.field_id === field_id) !== index) {
      throw invalid(`${at}.field_id`, `the issue field ${field_id} is named twice`);
    }
    try {
      return { field_id, value: state.readFieldValue(db, field, value) };
    } catch (error) {
      throw error instanceof state.WrongValue ? invalid(`${at}.value`, error.message) : error;
    }
  });
  telling(call, issue, () => {
    if (clears) state.clearFieldValues(db, issue.id);
    for (const { field_id, value } of kept) {
      if (value) state.setFieldValue(db, issue.id, field_id, value);
      else state.deleteFieldValue(db, issue.id, field_id);
    }
    if (clears || kept.length > 0) touchIssue(db, issue.id, timestamp(world.now()));
  });
  return state.fieldValuesOf(db, issue.id, readerOf(call, repository), EVERY).rows.map(renderFieldValue);
}

/** Changes an issue's values, and tells of each that is another one then. Pull requests have no such events. */
function telling(call: RepositoryCall, { id, number }: Issue, change: () => void): void {
  const { world, repository } = call;
  const { db, deliveries } = world;
  const every = () => state.fieldValuesOf(db, id, { isMember: true }, EVERY).rows;
  db.transaction(() => {
    const before = every();
    change();
    const issue = findIssue(db, repository.id, number);
    if (!issue || isPullRequest(db, id)) return;
    for (const event of fieldValueEvents(world, { repository, issue }, before, every(), senderIn(call))) {
      deliveries.emit(repository.id, event);
    }
  });
}

function readerOf({ world, caller }: Call, repository: Repository) {
  return { isMember: isInsider(world, caller, repository.owner_id) };
}

/**
 * The issue or pull request of a number.
 * @throws Refusal 301 where it was transferred to a place that the caller may see, 410 where it was deleted or where the
 *   repository has no issues, 404 (document 3, Issue field values)
 */
function issueToRead({ world, caller, repository, window }: RepositoryCall, number: number): Issue {
  const { db, apiUrl } = world;
  const issue = findIssue(db, repository.id, number);
  if (!issue) throw notFound();
  if (issue.moved_number !== null) {
    const target = issue.moved_to === null ? undefined : getRepository(db, issue.moved_to);
    if (!target || !isVisible(world, caller, target)) throw notFound();
    const place = `${apiUrl}/repositories/${target.id}/issues/${issue.moved_number}/issue-field-values`;
    throw moved("GET", `${place}?per_page=${window.limit}&page=${window.page}`);
  }
  if (issue.deleted_at !== null) throw gone("This issue was deleted");
  if (!repository.settings.has_issues && !isPullRequest(db, issue.id)) {
    throw gone("Issues are disabled for this repo");
  }
  return issue;
}

/** The same for writing, which is 404 for whatever is not there (any longer). */
function issueToWrite({ world: { db }, repository }: RepositoryCall, number: number): Issue {
  const issue = findIssue(db, repository.id, number);
  if (!issue || issue.moved_number !== null || issue.deleted_at !== null) throw notFound();
  if (!repository.settings.has_issues && !isPullRequest(db, issue.id)) throw notFound();
  return issue;
}
