import { type Row, verdictOf } from "./row.ts";
import { renderTable } from "./table.ts";

/** Result of measuring a case. */
export interface BenchResult {
  /** Rows for the table and the page. */
  readonly rows: readonly Row[];
  /** Entries for `--json`, in the case's own format. */
  readonly json: readonly object[];
}

/** A result whose JSON is its rows with their verdicts. */
export function rowsResult(rows: readonly Row[]): BenchResult {
  return { rows, json: rows.map((row) => ({ ...row, verdict: verdictOf(row) })) };
}

/** Renders all results as one table or one JSON array. */
export function renderReport(results: readonly BenchResult[], { json }: { readonly json: boolean }): string {
  if (json) return JSON.stringify(results.flatMap((result) => result.json));
  return renderTable(results.flatMap((result) => result.rows));
}
