import { type Row, verdictOf } from "./row.ts";
import { renderTable } from "./table.ts";

/** What a case has measured. */
export interface Result {
  /** For people. */
  readonly rows: readonly Row[];
  /** For programs, in the case's own shape. */
  readonly json: readonly object[];
}

/** A result that tells programs the same rows. */
export function rowsResult(rows: readonly Row[]): Result {
  return { rows, json: rows.map((row) => ({ ...row, verdict: verdictOf(row) })) };
}

/** All results: one table or one JSON array. */
export function report(results: readonly Result[], { json }: { readonly json: boolean }): string {
  if (json) return JSON.stringify(results.flatMap((result) => result.json));
  return renderTable(results.flatMap((result) => result.rows));
}
