import type { SQLInputValue } from "node:sqlite";

/** Part of a WHERE clause with the values of its placeholders. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** Combines conditions with AND; matches everything if there are none. */
export function allOf(conditions: readonly (Condition | undefined)[]): Condition {
  const defined = conditions.filter((condition) => condition !== undefined);
  if (defined.length === 0) return { sql: "TRUE", values: [] };
  return {
    sql: defined.map(({ sql }) => `(${sql})`).join(" AND "),
    values: defined.flatMap(({ values }) => values),
  };
}

/**
 * Returns a condition on a value, or undefined if the value is undefined.
 * @param sql contains one `?` for the value
 */
export function where(sql: string, value: SQLInputValue | undefined): Condition | undefined {
  return value === undefined ? undefined : { sql, values: [value] };
}

/** A half-open range of values: `from` is included, `until` is not. */
export interface ValueRange<T> {
  readonly from?: T;
  readonly until?: T;
}

/** Matches values in a range. NULL is in no range. */
export function within(sql: string, { from, until }: ValueRange<string | number>): Condition {
  return allOf([{ sql: `${sql} IS NOT NULL`, values: [] }, where(`${sql} >= ?`, from), where(`${sql} < ?`, until)]);
}

/** Escapes text for a LIKE pattern that uses a backslash as its escape character. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&");
}
