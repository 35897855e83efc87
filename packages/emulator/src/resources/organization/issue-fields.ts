import type { Input } from "@forgehand/core/contract";
import { createIssueField, deleteIssueField, listIssueFields, updateIssueField } from "@forgehand/core/operations";
import { isInsider } from "../../callers/insider.ts";
import { onOrganization } from "../../http/call.ts";
import { invalid, notFound } from "../../http/refusal.ts";
import { renderIssueField } from "../../objects/issue-field.ts";
import type { Account } from "../../state/accounts.ts";
import type { Database } from "../../state/database.ts";
import * as state from "../../state/issue-fields.ts";
import { timestamp } from "../../timestamp.ts";

export const issueFields = [
  onOrganization(listIssueFields, (_input, { world, caller, organization }) => {
    const isMember = isInsider(world, caller, organization.id);
    return state
      .issueFieldsOf(world.db, organization.id)
      .filter((field) => field.is_public || isMember)
      .map((field) => renderIssueField(world, field));
  }),

  onOrganization(createIssueField, (input, { world, organization }) => {
    const { db } = world;
    const now = timestamp(world.now());
    if (state.countIssueFields(db, organization.id) >= state.MOST_FIELDS) {
      throw invalid("name", `an organization has at most ${state.MOST_FIELDS} issue fields`, "custom");
    }
    checkName(db, organization, input.name, undefined);
    const options = input.options ?? undefined;
    checkOptions(db, { data_type: input.data_type }, options);
    if (state.isSelect(input.data_type) && !options?.length) {
      throw invalid("options", `a field of type ${input.data_type} needs options`, "missing_field");
    }
    const { name, description = null, data_type, visibility } = input;
    const settings = { name, description, data_type, is_public: visibility === "all" };
    const field = db.transaction(() => {
      const made = state.createIssueField(db, organization.id, settings, now);
      if (options) state.setOptions(db, made.id, options.map(settingsOf), now);
      return made;
    });
    return renderIssueField(world, field);
  }),

  onOrganization(updateIssueField, (input, { world, organization }) => {
    const { db } = world;
    const now = timestamp(world.now());
    const field = fieldAt(db, organization, input.issue_field_id);
    const { name = field.name, description = field.description, visibility, options } = input;
    checkName(db, organization, name, field);
    checkOptions(db, field, options);
    const is_public = visibility === undefined ? field.is_public : visibility === "all";
    const changed = db.transaction(() => {
      if (options) state.setOptions(db, field.id, options.map(settingsOf), now);
      return state.updateIssueField(db, field, { name, description, is_public }, now);
    });
    return renderIssueField(world, changed);
  }),

  onOrganization(deleteIssueField, ({ issue_field_id }, { world: { db }, organization }) => {
    state.deleteIssueField(db, fieldAt(db, organization, issue_field_id));
    return undefined;
  }),
];

/** @throws Refusal 404 */
function fieldAt(db: Database, organization: Account, id: number): state.IssueField {
  const field = state.findIssueField(db, organization.id, id);
  if (!field) throw notFound();
  return field;
}

type NewOption = NonNullable<Input<typeof updateIssueField>["options"]>[number];

function settingsOf({ description = null, ...option }: NewOption) {
  return { ...option, description };
}

/** @throws Refusal 422 on a name that is none, or another field's */
function checkName(db: Database, organization: Account, name: string, field: state.IssueField | undefined): void {
  if (name.trim() === "") throw invalid("name", "a field needs a name");
  const holder = state.findIssueFieldByName(db, organization.id, name);
  if (holder && holder.id !== field?.id) {
    throw invalid("name", `there is an issue field ${holder.name} already`, "already_exists");
  }
}

/** @throws Refusal 422 on options that this field can't have */
function checkOptions(
  db: Database,
  { data_type, id }: Pick<state.IssueField, "data_type"> & Partial<state.IssueField>,
  options: readonly NewOption[] | undefined,
): void {
  if (!options) return;
  if (!state.isSelect(data_type)) {
    if (options.length > 0) throw invalid("options", `a field of type ${data_type} has no options`);
    return;
  }
  if (options.length === 0) throw invalid("options", `a field of type ${data_type} needs options`);
  if (options.length > state.MOST_OPTIONS) {
    throw invalid("options", `a field has at most ${state.MOST_OPTIONS} options`);
  }
  const names = options.map(({ name }) => name.toLowerCase());
  if (names.some((name) => name.trim() === "")) throw invalid("options", "an option needs a name");
  if (new Set(names).size < names.length) throw invalid("options", "each option needs a name of its own");
  const ids = options.flatMap((option) => option.id ?? []);
  const known = new Set(id === undefined ? [] : state.optionsOf(db, id).map((option) => option.id));
  const stranger = ids.find((named) => !known.has(named));
  if (stranger !== undefined) throw invalid("options", `the field has no option ${stranger}`);
  if (new Set(ids).size < ids.length) throw invalid("options", "an option is named twice");
}
