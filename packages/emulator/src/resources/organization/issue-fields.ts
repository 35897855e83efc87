import type { Input } from "@forgehand/core/contract";
import { createIssueField, deleteIssueField, listIssueFields, updateIssueField } from "@forgehand/core/operations";
import { hasMemberAccess } from "../../callers/member-access.ts";
import { organizationHandler } from "../../http/handler.ts";
import { invalid, requireFound } from "../../http-error.ts";
import { renderIssueField } from "../../objects/issue-field.ts";
import type { Account } from "../../state/accounts.ts";
import type { Database } from "../../state/database.ts";
import * as state from "../../state/issue-fields.ts";
import { timestamp } from "../../timestamp.ts";

export const issueFields = [
  organizationHandler(listIssueFields, (_input, { context, caller, organization }) => {
    const isMember = hasMemberAccess(context, caller, organization.id);
    return state.issueFields
      .all(context.db, { organization_id: organization.id }, "id")
      .filter((field) => field.is_public || isMember)
      .map((field) => renderIssueField(context, field));
  }),

  organizationHandler(createIssueField, (input, { context, organization }) => {
    const { db } = context;
    const now = timestamp(context.now());
    if (state.issueFields.count(db, { organization_id: organization.id }) >= state.MAX_ISSUE_FIELDS) {
      throw invalid("name", `an organization has at most ${state.MAX_ISSUE_FIELDS} issue fields`, "custom");
    }
    checkName(db, organization, input.name, undefined);
    const options = input.options ?? undefined;
    checkOptions(db, { data_type: input.data_type }, options);
    if (state.isSelectField(input.data_type) && !options?.length) {
      throw invalid("options", `a field of type ${input.data_type} needs options`, "missing_field");
    }
    const { name, description = null, data_type, visibility } = input;
    const settings = { name, description, data_type, is_public: visibility === "all" };
    const field = db.transaction(() => {
      const created = state.createIssueField(db, organization.id, settings, now);
      if (options) state.setOptions(db, created.id, options.map(toOptionSettings), now);
      return created;
    });
    return renderIssueField(context, field);
  }),

  organizationHandler(updateIssueField, (input, { context, organization }) => {
    const { db } = context;
    const now = timestamp(context.now());
    const field = requireField(db, organization, input.issue_field_id);
    const { name = field.name, description = field.description, visibility, options } = input;
    checkName(db, organization, name, field);
    checkOptions(db, field, options);
    const is_public = visibility === undefined ? field.is_public : visibility === "all";
    const updated = db.transaction(() => {
      if (options) state.setOptions(db, field.id, options.map(toOptionSettings), now);
      return state.updateIssueField(db, field, { name, description, is_public }, now);
    });
    return renderIssueField(context, updated);
  }),

  organizationHandler(deleteIssueField, ({ issue_field_id }, { context: { db }, organization }) => {
    state.issueFields.delete(db, { id: requireField(db, organization, issue_field_id).id });
  }),
];

/** @throws HttpError 404 */
function requireField(db: Database, organization: Account, id: number): state.IssueField {
  return requireFound(state.issueFields.find(db, { organization_id: organization.id, id }));
}

type IssueFieldOptionInput = NonNullable<Input<typeof updateIssueField>["options"]>[number];

function toOptionSettings({ description = null, ...option }: IssueFieldOptionInput) {
  return { ...option, description };
}

/** @throws HttpError 422 if the name is blank or taken by another field */
function checkName(db: Database, organization: Account, name: string, field: state.IssueField | undefined): void {
  if (name.trim() === "") throw invalid("name", "name must not be blank");
  const existing = state.issueFields.find(db, { organization_id: organization.id, name });
  if (existing && existing.id !== field?.id) {
    throw invalid("name", `name must be unique, but the issue field ${existing.name} already exists`, "already_exists");
  }
}

/** @throws HttpError 422 if the field can't have these options */
function checkOptions(
  db: Database,
  { data_type, id }: Pick<state.IssueField, "data_type"> & Partial<state.IssueField>,
  options: readonly IssueFieldOptionInput[] | undefined,
): void {
  if (!options) return;
  if (!state.isSelectField(data_type)) {
    if (options.length > 0) throw invalid("options", `a field of type ${data_type} has no options`);
    return;
  }
  if (options.length === 0) throw invalid("options", `a field of type ${data_type} needs options`);
  if (options.length > state.MAX_FIELD_OPTIONS) {
    throw invalid("options", `a field has at most ${state.MAX_FIELD_OPTIONS} options`);
  }
  const names = options.map(({ name }) => name.toLowerCase());
  if (names.some((name) => name.trim() === "")) throw invalid("options", "option names must not be blank");
  if (new Set(names).size < names.length) throw invalid("options", "option names must be unique");
  const ids = options.flatMap((option) => option.id ?? []);
  const knownIds = new Set(
    id === undefined
      ? []
      : state.issueFieldOptions.all(db, { field_id: id }, "priority, id").map((option) => option.id),
  );
  const unknownId = ids.find((optionId) => !knownIds.has(optionId));
  if (unknownId !== undefined) throw invalid("options", `the field has no option ${unknownId}`);
  if (new Set(ids).size < ids.length) throw invalid("options", "option IDs must be unique");
}
