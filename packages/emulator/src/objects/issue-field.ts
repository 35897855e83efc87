import type { FieldValue } from "../state/issue-field-values.ts";
import { type FieldOption, type IssueField, isSelect, optionsOf } from "../state/issue-fields.ts";
import type { World } from "../world.ts";
import { nodeId } from "./user.ts";

/** A field that an organization's issues can have (public description). */
export function renderIssueField({ db }: World, field: IssueField) {
  return {
    id: field.id,
    node_id: nodeId("IssueField", field.id),
    name: field.name,
    description: field.description,
    data_type: field.data_type,
    visibility: field.is_public ? "all" : "organization_members_only",
    ...(isSelect(field.data_type) ? { options: optionsOf(db, field.id).map(renderOption) } : {}),
    created_at: field.created_at,
    updated_at: field.updated_at,
  };
}

function renderOption({ field_id: _field, ...option }: FieldOption) {
  return option;
}

/** An issue's value of a field, by the field's type (document 3, Issue field value). */
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
      const [chosen] = choices;
      return { ...common, data_type, value: chosen?.id ?? null, single_select_option: chosen ?? null };
    }
    case "multi_select": {
      const names = choices.map(({ name }) => name).join(",");
      return { ...common, data_type, value: names, multi_select_options: choices };
    }
  }
}
