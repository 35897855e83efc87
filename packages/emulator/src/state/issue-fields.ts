import * as z from "zod/mini";
import { countOf, type Database, flag } from "./database.ts";

/** A value that is a choice goes with the last of its options. */
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

/** An organization has so many fields at most, and each so many options (public documentation of issue fields). */
export const MOST_FIELDS = 25;
export const MOST_OPTIONS = 100;

export const FieldType = z.enum(["text", "date", "single_select", "multi_select", "number"]);
export type FieldType = z.output<typeof FieldType>;

export const OptionColor = z.enum(["gray", "blue", "green", "yellow", "orange", "red", "pink", "purple"]);

export const FieldOption = z.object({
  id: z.int(),
  field_id: z.int(),
  name: z.string(),
  description: z.nullable(z.string()),
  color: OptionColor,
  /** Where it stands among the others, the lowest first. */
  priority: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type FieldOption = z.output<typeof FieldOption>;

/** What may be said of an option. */
export type OptionSettings = Pick<FieldOption, "name" | "description" | "color" | "priority">;

export const IssueField = z.object({
  id: z.int(),
  organization_id: z.int(),
  name: z.string(),
  description: z.nullable(z.string()),
  data_type: FieldType,
  /** Everybody who sees the issue sees it, and not the organization's members alone. */
  is_public: flag(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type IssueField = z.output<typeof IssueField>;

/** What may be said of a field once it is there. */
export type FieldSettings = Pick<IssueField, "name" | "description" | "is_public">;

export function isSelect(type: FieldType): boolean {
  return type === "single_select" || type === "multi_select";
}

export function createIssueField(
  db: Database,
  organizationId: number,
  { data_type, ...settings }: FieldSettings & Pick<IssueField, "data_type">,
  now: string,
): IssueField {
  const { id } = db.run(
    `INSERT INTO issue_fields (organization_id, name, description, data_type, is_public, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ...[organizationId, settings.name, settings.description, data_type, Number(settings.is_public), now, now],
  );
  return { ...settings, id, organization_id: organizationId, data_type, created_at: now, updated_at: now };
}

export function updateIssueField(db: Database, field: IssueField, settings: FieldSettings, now: string): IssueField {
  db.run(
    "UPDATE issue_fields SET name = ?, description = ?, is_public = ?, updated_at = ? WHERE id = ?",
    ...[settings.name, settings.description, Number(settings.is_public), now, field.id],
  );
  return { ...field, ...settings, updated_at: now };
}

export function deleteIssueField(db: Database, field: IssueField): void {
  db.run("DELETE FROM issue_fields WHERE id = ?", field.id);
}

/** The fields of an organization, in the order in which they were made. */
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
  return countOf(db, sql, organizationId);
}

/** What can be chosen for a field, in its order. */
export function optionsOf(db: Database, fieldId: number): FieldOption[] {
  return db.all(FieldOption, "SELECT * FROM issue_field_options WHERE field_id = ? ORDER BY priority, id", fieldId);
}

/** Makes these the options of a field: those with an id change, those without are new, all others go with what chose them. */
export function setOptions(
  db: Database,
  fieldId: number,
  options: readonly (OptionSettings & { readonly id?: number | undefined })[],
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
