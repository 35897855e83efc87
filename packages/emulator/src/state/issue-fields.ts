import * as z from "zod/mini";
import { flag, integer, key, nullable, type RowOf, real, reference, rowId, text, typedName } from "./columns.ts";
import type { Database } from "./database.ts";
import { table } from "./table.ts";

/**
 * Limits of fields per organization and options per field.
 * @see GitHub's documentation on issue fields
 */
export const MAX_ISSUE_FIELDS = 25;
export const MAX_FIELD_OPTIONS = 100;

export const IssueFieldType = z.enum(["text", "date", "single_select", "multi_select", "number"]);
export type IssueFieldType = z.output<typeof IssueFieldType>;

export const IssueFieldOptionColor = z.enum(["gray", "blue", "green", "yellow", "orange", "red", "pink", "purple"]);

export const issueFieldOptions = table(
  "issue_field_options",
  {
    id: rowId(),
    field_id: reference("issue_fields"),
    name: text(),
    description: nullable(text()),
    color: text(IssueFieldOptionColor),
    /** The sort order among the options, lowest first. */
    priority: integer(),
    created_at: text(),
    updated_at: text(),
  },
  { indexes: { issue_field_options_by_field: "field_id" } },
);
export type IssueFieldOption = RowOf<typeof issueFieldOptions>;

/** The fields of an option that can be set. */
export type IssueFieldOptionSettings = Pick<IssueFieldOption, "name" | "description" | "color" | "priority">;

export const issueFields = table(
  "issue_fields",
  {
    id: rowId(),
    organization_id: reference("accounts"),
    name: typedName(),
    description: nullable(text()),
    data_type: text(IssueFieldType),
    /** Whether everyone who sees the issue sees the field, or only members of the organization. */
    is_public: flag(),
    created_at: text(),
    updated_at: text(),
  },
  { unique: [["organization_id", "name"]] },
);
export type IssueField = RowOf<typeof issueFields>;

export const issueFieldValues = table(
  "issue_field_values",
  {
    id: key(integer()),
    issue_id: reference("issues"),
    field_id: reference("issue_fields"),
    text: nullable(text()),
    number: nullable(real()),
  },
  { unique: [["issue_id", "field_id"]], indexes: { issue_field_values_by_field: "field_id" } },
);

export const issueFieldChoices = table(
  "issue_field_choices",
  {
    value_id: reference("issue_field_values"),
    option_id: reference("issue_field_options"),
  },
  {
    key: ["value_id", "option_id"],
    indexes: { issue_field_choices_by_option: "option_id" },
    more: `
CREATE TRIGGER issue_field_choice_gone AFTER DELETE ON issue_field_choices
  WHEN NOT EXISTS (SELECT 1 FROM issue_field_choices WHERE value_id = old.value_id)
BEGIN DELETE FROM issue_field_values WHERE id = old.value_id; END;
`,
  },
);

/** The properties of a field that can be changed. */
export type IssueFieldSettings = Pick<IssueField, "name" | "description" | "is_public">;

export function isSelectField(type: IssueFieldType): boolean {
  return type === "single_select" || type === "multi_select";
}

export function createIssueField(
  db: Database,
  organizationId: number,
  settings: IssueFieldSettings & Pick<IssueField, "data_type">,
  now: string,
): IssueField {
  const times = { created_at: now, updated_at: now };
  return issueFields.insert(db, { ...settings, ...times, organization_id: organizationId });
}

export function updateIssueField(
  db: Database,
  field: IssueField,
  settings: IssueFieldSettings,
  now: string,
): IssueField {
  const changes = { ...settings, updated_at: now };
  issueFields.update(db, { id: field.id }, changes);
  return { ...field, ...changes };
}

/**
 * Replaces a field's options. Options with an id are updated and those without one are created. All others are deleted,
 * with the values that selected them.
 */
export function setOptions(
  db: Database,
  fieldId: number,
  options: readonly (IssueFieldOptionSettings & { readonly id?: number | undefined })[],
  now: string,
): void {
  const kept = JSON.stringify(options.flatMap(({ id }) => id ?? []));
  db.run(
    "DELETE FROM issue_field_options WHERE field_id = ? AND id NOT IN (SELECT value FROM json_each(?))",
    ...[fieldId, kept],
  );
  for (const { id, name, description, color, priority } of options) {
    if (id === undefined) {
      issueFieldOptions.insert(db, {
        field_id: fieldId,
        name,
        description,
        color,
        priority,
        created_at: now,
        updated_at: now,
      });
    } else {
      issueFieldOptions.update(db, { id, field_id: fieldId }, { name, description, color, priority, updated_at: now });
    }
  }
}
