import * as z from "zod/mini";
import { type Database, flag, json, type Part, readPart, type Window } from "./database.ts";
import { FieldType, type IssueField, OptionColor, optionsOf } from "./issue-fields.ts";

const Choice = z.object({ id: z.int(), name: z.string(), color: OptionColor });

/** An issue's value of a field: a text or a date, a number, or what was chosen. */
export const FieldValue = z.object({
  id: z.int(),
  issue_id: z.int(),
  field_id: z.int(),
  name: z.string(),
  data_type: FieldType,
  is_public: flag(),
  text: z.nullable(z.string()),
  number: z.nullable(z.number()),
  /** In the order of the field's options. */
  choices: json(z.array(Choice)),
});
export type FieldValue = z.output<typeof FieldValue>;

/** What is kept of a value; nothing: there is none. */
export type KeptValue =
  | { readonly text: string }
  | { readonly number: number }
  | { readonly options: readonly number[] };

const CHOICES = `(SELECT json_group_array(json_object('id', o.id, 'name', o.name, 'color', o.color) ORDER BY o.priority, o.id)
  FROM issue_field_choices c JOIN issue_field_options o ON o.id = c.option_id WHERE c.value_id = v.id)`;

const VALUES = `v.id, v.issue_id, v.field_id, f.name, f.data_type, f.is_public, v.text, v.number, ${CHOICES} AS choices
  FROM issue_field_values v JOIN issue_fields f ON f.id = v.field_id`;

/** An issue's values, by field. @param reader whether whoever reads may see what is for members alone */
export function fieldValuesOf(
  db: Database,
  issueId: number,
  reader: { readonly isMember: boolean },
  window: Window,
): Part<FieldValue> {
  const query = `${VALUES} WHERE v.issue_id = ? AND (f.is_public OR ?) ORDER BY v.field_id`;
  return readPart(db, FieldValue, query, [issueId, reader.isMember ? 1 : 0], window);
}

/** Gives an issue a value of a field, in the place of an old one. */
export function setFieldValue(db: Database, issueId: number, fieldId: number, value: KeptValue): void {
  deleteFieldValue(db, issueId, fieldId);
  const { id } = db.run(
    "INSERT INTO issue_field_values (issue_id, field_id, text, number) VALUES (?, ?, ?, ?)",
    ...[issueId, fieldId, "text" in value ? value.text : null, "number" in value ? value.number : null],
  );
  for (const option of "options" in value ? value.options : []) {
    db.run("INSERT INTO issue_field_choices VALUES (?, ?)", id, option);
  }
}

/** @returns whether there was a value */
export function deleteFieldValue(db: Database, issueId: number, fieldId: number): boolean {
  const sql = "DELETE FROM issue_field_values WHERE issue_id = ? AND field_id = ?";
  return db.run(sql, issueId, fieldId).changes > 0;
}

export function clearFieldValues(db: Database, issueId: number): void {
  db.run("DELETE FROM issue_field_values WHERE issue_id = ?", issueId);
}

/** A value that a field can't have, and why. */
export class WrongValue extends Error {
  override name = "WrongValue" as const;
}

/**
 * What is kept of a value that somebody wrote (document 3, Issue field values); undefined for a choice of nothing.
 * @throws WrongValue where it is none of the field's type
 */
export function readFieldValue(
  db: Database,
  { id, name, data_type }: IssueField,
  value: string | number | readonly string[],
): KeptValue | undefined {
  const optionNamed = (wanted: string): number => {
    const option = optionsOf(db, id).find((known) => known.name === wanted);
    if (!option) throw new WrongValue(`${name} has no option ${JSON.stringify(wanted)}`);
    return option.id;
  };
  switch (data_type) {
    case "number":
      if (typeof value !== "number") throw new WrongValue(`${name} takes a number`);
      return { number: value };
    case "text":
      if (typeof value !== "string") throw new WrongValue(`${name} takes a text`);
      return { text: value };
    case "date":
      if (typeof value !== "string" || !isDay(value)) throw new WrongValue(`${name} takes a day, as YYYY-MM-DD`);
      return { text: value };
    case "single_select":
      if (typeof value !== "string") throw new WrongValue(`${name} takes the name of an option`);
      return { options: [optionNamed(value)] };
    case "multi_select": {
      if (typeof value === "string" || typeof value === "number") {
        throw new WrongValue(`${name} takes an array of names of options`);
      }
      const options = [...new Set(value.map(optionNamed))];
      return options.length === 0 ? undefined : { options };
    }
  }
}

function isDay(text: string): boolean {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return date !== undefined && !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(text);
}
