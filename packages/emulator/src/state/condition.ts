import type { SQLInputValue } from "node:sqlite";

/** A part of a query's WHERE, with the values of its placeholders. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** All of these at once; none: everything. */
export function allOf(conditions: readonly (Condition | undefined)[]): Condition {
  const stated = conditions.filter((condition) => condition !== undefined);
  if (stated.length === 0) return { sql: "TRUE", values: [] };
  return {
    sql: stated.map(({ sql }) => `(${sql})`).join(" AND "),
    values: stated.flatMap(({ values }) => values),
  };
}

/** That something is so of a value; undefined where nothing is asked. @param sql with one `?` for the value */
export function where(sql: string, value: SQLInputValue | undefined): Condition | undefined {
  return value === undefined ? undefined : { sql, values: [value] };
}

/** From one value on, and up to another that is no longer part of it. */
export interface Range<T> {
  readonly from?: T;
  readonly until?: T;
}

/** That an expression's value lies in a range; what is NULL lies in none. */
export function within(sql: string, { from, until }: Range<string | number>): Condition {
  return allOf([{ sql: `${sql} IS NOT NULL`, values: [] }, where(`${sql} >= ?`, from), where(`${sql} < ?`, until)]);
}

/** A text as a part of a LIKE pattern that escapes by a backslash: no sign in it means anything. */
export function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&");
}
