import * as z from "zod/mini";
import { flag, integer, json, nullable, type RowOf, real, row, text } from "./columns.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import {
  type IssueField,
  IssueFieldOptionColor,
  IssueFieldType,
  issueFieldChoices,
  issueFieldOptions,
  issueFieldValues,
} from "./issue-fields.ts";

const Choice = z.object({ id: z.int(), name: z.string(), color: IssueFieldOptionColor });

/** An issue's value of a field: text, a date, a number or selected options. */
export const FieldValue = row({
  id: integer(),
  issue_id: integer(),
  field_id: integer(),
  name: text(),
  data_type: text(IssueFieldType),
  is_public: flag(),
  text: nullable(text()),
  number: nullable(real()),
  /** In the order of the field's options. */
  choices: json(z.array(Choice)),
});
export type FieldValue = RowOf<typeof FieldValue>;

export type StoredFieldValue =
  | { readonly text: string }
  | { readonly number: number }
  | { readonly options: readonly number[] };

const CHOICES = `(SELECT json_group_array(json_object('id', o.id, 'name', o.name, 'color', o.color) ORDER BY o.priority, o.id)
  FROM issue_field_choices c JOIN issue_field_options o ON o.id = c.option_id WHERE c.value_id = v.id)`;

const VALUES = `v.id, v.issue_id, v.field_id, f.name, f.data_type, f.is_public, v.text, v.number, ${CHOICES} AS choices
  FROM issue_field_values v JOIN issue_fields f ON f.id = v.field_id`;

/**
 * Returns an issue's values, by field.
 * @param reader whether the reader sees fields that only members can see
 */
export function fieldValuesOf(
  db: Database,
  issueId: number,
  reader: { readonly isMember: boolean },
  pageRange: PageRange,
): RowPage<FieldValue> {
  const query = `${VALUES} WHERE v.issue_id = ? AND (f.is_public OR ?) ORDER BY v.field_id`;
  return queryPage(db, FieldValue, query, [issueId, reader.isMember ? 1 : 0], pageRange);
}

/** Sets an issue's value of a field, replacing an earlier one. */
export function setFieldValue(db: Database, issueId: number, fieldId: number, value: StoredFieldValue): void {
  issueFieldValues.delete(db, { issue_id: issueId, field_id: fieldId });
  const { id } = issueFieldValues.insert(db, {
    issue_id: issueId,
    field_id: fieldId,
    text: "text" in value ? value.text : null,
    number: "number" in value ? value.number : null,
  });
  for (const option of "options" in value ? value.options : []) {
    issueFieldChoices.insert(db, { value_id: id, option_id: option });
  }
}

export class InvalidFieldValueError extends Error {
  override name = "InvalidFieldValueError" as const;
}

/**
 * Converts a value from a request to its stored form; undefined if no options are selected.
 * @throws InvalidFieldValueError if the value doesn't match the field's type
 */
export function parseFieldValue(
  db: Database,
  { id, name, data_type }: IssueField,
  value: string | number | readonly string[],
): StoredFieldValue | undefined {
  const optionIdByName = (optionName: string): number => {
    const option = issueFieldOptions
      .all(db, { field_id: id }, "priority, id")
      .find((known) => known.name === optionName);
    if (!option) throw new InvalidFieldValueError(`${name} has no option ${JSON.stringify(optionName)}`);
    return option.id;
  };
  switch (data_type) {
    case "number":
      if (typeof value !== "number") throw new InvalidFieldValueError(`${name} must be a number`);
      return { number: value };
    case "text":
      if (typeof value !== "string") throw new InvalidFieldValueError(`${name} must be a string`);
      return { text: value };
    case "date":
      if (typeof value !== "string" || !isCalendarDate(value))
        throw new InvalidFieldValueError(`${name} must be a date in the form YYYY-MM-DD`);
      return { text: value };
    case "single_select":
      if (typeof value !== "string") throw new InvalidFieldValueError(`${name} must be the name of an option`);
      return { options: [optionIdByName(value)] };
    case "multi_select": {
      if (typeof value === "string" || typeof value === "number") {
        throw new InvalidFieldValueError(`${name} must be an array of option names`);
      }
      const options = [...new Set(value.map(optionIdByName))];
      return options.length === 0 ? undefined : { options };
    }
  }
}

function isCalendarDate(text: string): boolean {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return date !== undefined && !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(text);
}
