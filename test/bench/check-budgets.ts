import { boundLabel, isWorseThan, type Row } from "./row.ts";
import { formatFigure, formatQuartiles, formatWithUnit } from "./table.ts";

export interface KnownBrokenBudget {
  readonly case: string;
  /** Name of the row. */
  readonly name: string;
  /** The figure must not get worse than this. */
  readonly bound: number;
  /** Reason why the budget is broken, in one sentence. */
  readonly reason: string;
}

/** Result of checking budgets: one line per budget that needs attention. */
export interface BudgetReport {
  readonly failures: readonly string[];
  /** Budgets that are broken, and known to be. */
  readonly known: readonly string[];
}

/**
 * Checks rows against their budgets. A row fails only if it is off by more than its noise, so that a loaded machine
 * cannot cause a failure. A known broken budget fails if its budget is kept again, or if its case did not measure the
 * row.
 */
export function checkBudgets(rows: readonly Row[], knownBroken: readonly KnownBrokenBudget[]): BudgetReport {
  const failures: string[] = [];
  const known: string[] = [];
  for (const row of rows) {
    const record = findKnownBroken(row, knownBroken);
    if (isCertainlyBroken(row)) {
      if (!record) failures.push(`${describeRow(row)}.`);
      else if (isWorseThan(row, rangeOf(row).best, record.bound)) {
        failures.push(`${describeRow(row)}, worse than its recorded bound of ${formatFigure(record.bound, row)}.`);
      } else known.push(`${describeRow(row)}. ${record.reason}`);
    } else if (record && isCertainlyKept(row)) {
      failures.push(`${describeRow(row)}: the budget is kept again, so remove its entry from known-broken-budgets.ts.`);
    }
  }
  const cases = new Set(rows.map((row) => row.case));
  const isMeasured = ({ case: caseName, name }: KnownBrokenBudget) =>
    rows.some((row) => row.case === caseName && row.name === name);
  for (const record of knownBroken) {
    if (!cases.has(record.case) || isMeasured(record)) continue;
    failures.push(`known-broken-budgets.ts has an entry for ${record.case}, ${record.name}, which was not measured.`);
  }
  return { failures, known };
}

/** Finds the entry of a row whose budget is known to be broken. */
export function findKnownBroken(row: Row, knownBroken: readonly KnownBrokenBudget[]): KnownBrokenBudget | undefined {
  return knownBroken.find((record) => record.case === row.case && record.name === row.name);
}

/** Whether even the best figure of the range breaks the budget. */
function isCertainlyBroken(row: Row): boolean {
  return row.steady !== undefined && row.must !== undefined && isWorseThan(row, rangeOf(row).best, row.must);
}

/** Whether even the worst figure of the range keeps the budget; never true for rows without reliable noise bounds. */
function isCertainlyKept(row: Row): boolean {
  return row.steady !== undefined && (row.must === undefined || !isWorseThan(row, rangeOf(row).worst, row.must));
}

/** The best and the worst figure within the quartiles. */
function rangeOf({ figure, low = figure, high = figure, moreIsBetter, steady }: Row) {
  if (steady === "exact") return { best: figure, worst: figure };
  return moreIsBetter ? { best: high, worst: low } : { best: low, worst: high };
}

/** Describes a row: its figure, its noise and its budget. */
export function describeRow(row: Row): string {
  const quartiles = formatQuartiles(row);
  const noise = quartiles === "" ? "" : ` (quartiles ${quartiles})`;
  const budget = row.must === undefined ? "" : `, must be ${boundLabel(row)} ${formatFigure(row.must, row)}`;
  return `${row.case}, ${row.name}: ${formatWithUnit(row)}${noise}${budget}`;
}
