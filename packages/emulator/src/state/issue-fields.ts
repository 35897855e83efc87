import * as z from "zod/mini";
import { type Database, flag, queryCount } from "./database.ts";

/** Deleting the last selected option of a value deletes the value. */
export const ISSUE_FIELD_TABLES = `
CREATE TABLE issue_fields (
  id INTEGER PRIMARY KEY AUTOINCREMENT, organization_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name TEXT NOT NULL COLLATE NOCASE, description TEXT, data_type TEXT NOT NULL, is_public INTEGER NOT NULL,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, UNIQUE (organization_id, name)
) STRICT;
CREATE TABLE issue_field_options (
  id INTEGER PRIMARY KEY AUTOINCREMENT, field_id INTEGER NOT NULL REFERENCES issue_fields ON DELETE CASCADE,
  name TEXT NOT NULL, description TEXT, color TEXT NOT NULL, priority INTEGER NOT NULL,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX issue_field_options_by_field ON issue_field_options (field_id);
CREATE TABLE issue_field_values (
  id INTEGER PRIMARY KEY, issue_id INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE,
  field_id INTEGER NOT NULL REFERENCES issue_fields ON DELETE CASCADE, text TEXT, number REAL, UNIQUE (issue_id, field_id)
) STRICT;
CREATE INDEX issue_field_values_by_field ON issue_field_values (field_id);
CREATE TABLE issue_field_choices (
  value_id INTEGER NOT NULL REFERENCES issue_field_values ON DELETE CASCADE,
  option_id INTEGER NOT NULL REFERENCES issue_field_options ON DELETE CASCADE, PRIMARY KEY (value_id, option_id)
) STRICT;
CREATE INDEX issue_field_choices_by_option ON issue_field_choices (option_id);
CREATE TRIGGER issue_field_choice_gone AFTER DELETE ON issue_field_choices
  WHEN NOT EXISTS (SELECT 1 FROM issue_field_choices WHERE value_id = old.value_id)
BEGIN DELETE FROM issue_field_values WHERE id = old.value_id; END;
`;

/**
 * Limits of fields per organization and options per field.
 * @see GitHub's documentation on issue fields
 */
export const MAX_ISSUE_FIELDS = 25;
export const MAX_FIELD_OPTIONS = 100;

export const IssueFieldType = z.enum(["text", "date", "single_select", "multi_select", "number"]);
export type IssueFieldType = z.output<typeof IssueFieldType>;

export const IssueFieldOptionColor = z.enum(["gray", "blue", "green", "yellow", "orange", "red", "pink", "purple"]);

export const IssueFieldOption = z.object({
  id: z.int(),
  field_id: z.int(),
  name: z.string(),
  description: z.nullable(z.string()),
  color: IssueFieldOptionColor,
  /** The sort order among the options, lowest first. */
  priority: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type IssueFieldOption = z.output<typeof IssueFieldOption>;

/** The fields of an option that can be set. */
export type IssueFieldOptionSettings = Pick<IssueFieldOption, "name" | "description" | "color" | "priority">;

export const IssueField = z.object({
  id: z.int(),
  organization_id: z.int(),
  name: z.string(),
  description: z.nullable(z.string()),
  data_type: IssueFieldType,
  /** Whether everyone who sees the issue sees the field, or only members of the organization. */
  is_public: flag(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type IssueField = z.output<typeof IssueField>;

/** The properties of a field that can be changed. */
export type IssueFieldSettings = Pick<IssueField, "name" | "description" | "is_public">;

export function isSelectField(type: IssueFieldType): boolean {
  return type === "single_select" || type === "multi_select";
}

export function createIssueField(
  db: Database,
  organizationId: number,
  { data_type, ...settings }: IssueFieldSettings & Pick<IssueField, "data_type">,
  now: string,
): IssueField {
  const { id } = db.run(
    `INSERT INTO issue_fields (organization_id, name, description, data_type, is_public, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ...[organizationId, settings.name, settings.description, data_type, Number(settings.is_public), now, now],
  );
  return { ...settings, id, organization_id: organizationId, data_type, created_at: now, updated_at: now };
}

export function updateIssueField(
  db: Database,
  field: IssueField,
  settings: IssueFieldSettings,
  now: string,
): IssueField {
  db.run(
    "UPDATE issue_fields SET name = ?, description = ?, is_public = ?, updated_at = ? WHERE id = ?",
    ...[settings.name, settings.description, Number(settings.is_public), now, field.id],
  );
  return { ...field, ...settings, updated_at: now };
}

export function deleteIssueField(db: Database, field: IssueField): void {
  db.run("DELETE FROM issue_fields WHERE id = ?", field.id);
}

/** Returns an organization's fields, oldest first. */
export function issueFieldsOf(db: Database, organizationId: number): IssueField[] {
  return db.all(IssueField, "SELECT * FROM issue_fields WHERE organization_id = ? ORDER BY id", organizationId);
}

export function findIssueField(db: Database, organizationId: number, id: number): IssueField | undefined {
  return db.get(IssueField, "SELECT * FROM issue_fields WHERE organization_id = ? AND id = ?", organizationId, id);
}

export function findIssueFieldByName(db: Database, organizationId: number, name: string): IssueField | undefined {
  const sql = "SELECT * FROM issue_fields WHERE organization_id = ? AND name = ?";
  return db.get(IssueField, sql, organizationId, name);
}

export function countIssueFields(db: Database, organizationId: number): number {
  const sql = "SELECT count(*) AS count FROM issue_fields WHERE organization_id = ?";
  return queryCount(db, sql, organizationId);
}

/** Returns a field's options in order. */
export function optionsOf(db: Database, fieldId: number): IssueFieldOption[] {
  return db.all(
    IssueFieldOption,
    "SELECT * FROM issue_field_options WHERE field_id = ? ORDER BY priority, id",
    fieldId,
  );
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
      db.run(
        `INSERT INTO issue_field_options (field_id, name, description, color, priority, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        ...[fieldId, name, description, color, priority, now, now],
      );
    } else {
      db.run(
        `UPDATE issue_field_options SET name = ?, description = ?, color = ?, priority = ?, updated_at = ?
         WHERE id = ? AND field_id = ?`,
        ...[name, description, color, priority, now, id, fieldId],
      );
    }
  }
}
