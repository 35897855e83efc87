import type { EmulatorContext } from "../emulator-context.ts";
import type { FieldValue } from "../state/issue-field-values.ts";
import { type IssueField, type IssueFieldOption, isSelectField, issueFieldOptions } from "../state/issue-fields.ts";
import { nodeId } from "./user.ts";

/** Renders an organization's issue field. */
export function renderIssueField({ db }: EmulatorContext, field: IssueField) {
  return {
    id: field.id,
    node_id: nodeId("IssueField", field.id),
    name: field.name,
    description: field.description,
    data_type: field.data_type,
    visibility: field.is_public ? "all" : "organization_members_only",
    ...(isSelectField(field.data_type)
      ? { options: issueFieldOptions.all(db, { field_id: field.id }, "priority, id").map(renderOption) }
      : {}),
    created_at: field.created_at,
    updated_at: field.updated_at,
  };
}

function renderOption({ field_id: _field, ...option }: IssueFieldOption) {
  return option;
}

/** Renders an issue's value of a field, depending on the field's type. */
export function renderFieldValue(value: FieldValue) {
  const { field_id, data_type, text, number, choices } = value;
  const common = {
    issue_field_id: field_id,
    issue_field_name: value.name,
    node_id: nodeId("IssueFieldValue", `${value.issue_id}:${field_id}`),
  };
  switch (data_type) {
    case "text":
    case "date":
      return { ...common, data_type, value: text };
    case "number":
      return { ...common, data_type, value: number };
    case "single_select": {
      const [selected] = choices;
      return { ...common, data_type, value: selected?.id ?? null, single_select_option: selected ?? null };
    }
    case "multi_select": {
      const names = choices.map(({ name }) => name).join(",");
      return { ...common, data_type, value: names, multi_select_options: choices };
    }
  }
}
