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
