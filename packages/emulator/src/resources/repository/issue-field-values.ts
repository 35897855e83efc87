import {
  addIssueFieldValues,
  deleteIssueFieldValue,
  listIssueFieldValues,
  setIssueFieldValues,
} from "@forgehand/core/operations";
import { hasMemberAccess } from "../../callers/member-access.ts";
import { fieldValueEvents } from "../../deliveries/events/field-values.ts";
import { type ApiCall, type RepositoryCall, renderPage, repositoryHandler, requireActor } from "../../http/handler.ts";
import { invalid, notFound } from "../../http-error.ts";
import { renderFieldValue } from "../../objects/issue-field.ts";
import { ALL_ROWS } from "../../state/database.ts";
import * as state from "../../state/issue-field-values.ts";
import * as issueFieldsState from "../../state/issue-fields.ts";
import { type Issue, issues } from "../../state/issues.ts";
import { pullRequests } from "../../state/pull-requests.ts";
import type { Repository } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";
import { requireListedIssue, requireWritableIssue } from "./find-issue.ts";

export const issueFieldValues = [
  repositoryHandler(listIssueFieldValues, ({ issue_number }, call) => {
    const { context, repository, page } = call;
    const issue = requireListedIssue(call, issue_number, "/issue-field-values");
    return renderPage(
      call,
      state.fieldValuesOf(context.db, issue.id, readerOf(call, repository), page),
      renderFieldValue,
    );
  }),

  repositoryHandler(addIssueFieldValues, ({ issue_number, issue_field_values: values }, call) =>
    writeFieldValues(call, issue_number, values, values?.length === 0),
  ),

  repositoryHandler(setIssueFieldValues, ({ issue_number, issue_field_values: values }, call) =>
    writeFieldValues(call, issue_number, values, values !== undefined),
  ),

  repositoryHandler(deleteIssueFieldValue, ({ issue_number, issue_field_id }, call) => {
    const { db, now } = call.context;
    const issue = requireWritableIssue(call, issue_number);
    emitChanges(call, issue, () => {
      if (!(issueFieldsState.issueFieldValues.delete(db, { issue_id: issue.id, field_id: issue_field_id }) > 0))
        throw notFound();
      issues.update(db, { id: issue.id }, { updated_at: timestamp(now()) });
    });
  }),
];

type NewFieldValues = readonly { readonly field_id: number; readonly value: string | number | readonly string[] }[];

/**
 * Writes values of an issue, all of them or none.
 * @param shouldClear whether the existing values are removed first
 * @returns all values of the issue after the write
 */
export function writeFieldValues(
  call: RepositoryCall,
  number: number,
  values: NewFieldValues = [],
  shouldClear: boolean,
) {
  const { context, repository } = call;
  const { db } = context;
  const issue = requireWritableIssue(call, number);
  const parsedValues = values.map(({ field_id, value }, index) => {
    const path = `issue_field_values.${index}`;
    const field = issueFieldsState.issueFields.find(db, { organization_id: repository.owner_id, id: field_id });
    if (!field) throw invalid(`${path}.field_id`, `issue field ${field_id} does not exist`);
    if (values.findIndex((other) => other.field_id === field_id) !== index) {
      throw invalid(`${path}.field_id`, `issue field ${field_id} must be listed only once`);
    }
    try {
      return { field_id, value: state.parseFieldValue(db, field, value) };
    } catch (error) {
      throw error instanceof state.InvalidFieldValueError ? invalid(`${path}.value`, error.message) : error;
    }
  });
  emitChanges(call, issue, () => {
    if (shouldClear) issueFieldsState.issueFieldValues.delete(db, { issue_id: issue.id });
    for (const { field_id, value } of parsedValues) {
      if (value) state.setFieldValue(db, issue.id, field_id, value);
      else issueFieldsState.issueFieldValues.delete(db, { issue_id: issue.id, field_id }) > 0;
    }
    if (shouldClear || parsedValues.length > 0)
      issues.update(db, { id: issue.id }, { updated_at: timestamp(context.now()) });
  });
  return state.fieldValuesOf(db, issue.id, readerOf(call, repository), ALL_ROWS).rows.map(renderFieldValue);
}

/**
 * Changes the values of an issue, and emits an event for each value that differs afterwards. Pull requests have no such
 * events.
 */
function emitChanges(call: RepositoryCall, { id, number }: Issue, change: () => void): void {
  const { context, repository } = call;
  const { db, deliveries } = context;
  const readValues = () => state.fieldValuesOf(db, id, { isMember: true }, ALL_ROWS).rows;
  db.transaction(() => {
    const before = readValues();
    change();
    const issue = issues.find(db, { repository_id: repository.id, number });
    if (!issue || pullRequests.has(db, { issue_id: id })) return;
    for (const event of fieldValueEvents(context, { repository, issue }, before, readValues(), requireActor(call))) {
      deliveries.emit(repository.id, event);
    }
  });
}

function readerOf({ context, caller }: ApiCall, repository: Repository) {
  return { isMember: hasMemberAccess(context, caller, repository.owner_id) };
}
