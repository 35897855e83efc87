import type { Spread } from "./measure.ts";

/** One measured figure with its budgets. */
export interface Row {
  readonly case: string;
  readonly name: string;
  readonly unit: Unit;
  readonly figure: number;
  /** Quartiles, if the figure is a median. */
  readonly low?: number;
  readonly high?: number;
  /** Hard limit: the figure must not be above it, or below it if `moreIsBetter`. */
  readonly must?: number;
  /** Target: the figure should not be above it, or below it if `moreIsBetter`. */
  readonly aim?: number;
  /** Higher figures are better. */
  readonly moreIsBetter?: true;
  /**
   * Reason why a figure beyond `must` cannot be caused by the machine. `exact`: the same on every machine, under any
   * load. `rounds`: a ratio or CPU time of interleaved rounds, with quartiles as its noise. If absent, load can cause
   * it, so it never fails a run.
   */
  readonly steady?: "exact" | "rounds";
  /** The implementation that was measured, if several are compared, and the name of the row it is compared with. */
  readonly implementation?: string;
  readonly comparedWith?: string;
  /** Remark that is needed to interpret the figure. */
  readonly note?: string;
}

/** Budgets of a figure, and whether they hold on a loaded machine. */
export type Budget = Pick<Row, "must" | "aim" | "steady">;

/** A row without its case, which the harness adds. */
export type CaseRow = Omit<Row, "case">;

export type RowDetails = Omit<Partial<CaseRow>, "name" | "unit" | "figure">;

/** Creates a row from a figure, or from a median and its quartiles. */
export function createRow(name: string, unit: Unit, figure: number | Spread, details: RowDetails = {}): CaseRow {
  if (typeof figure === "number") return { name, unit, figure, ...details };
  const { median, low, high } = figure;
  return { name, unit, figure: median, low, high, ...details };
}

/** `x` is a ratio, kB are 1000 bytes, MB a million bytes; `/s` is per second. */
export type Unit = "kB" | "MB" | "x" | "ms" | "s" | "/s" | "operations" | "calls" | "deliveries";

export type Verdict = "aim met" | "holds" | "over" | "under";

/** Compares a figure with its budgets; undefined if it has none. */
export function verdictOf(row: CaseRow): Verdict | undefined {
  const { figure, must, aim, moreIsBetter } = row;
  if (must !== undefined && isWorseThan(row, figure, must)) return moreIsBetter ? "under" : "over";
  if (aim !== undefined) return isWorseThan(row, figure, aim) ? "holds" : "aim met";
  return must === undefined ? undefined : "holds";
}

export function isWorseThan({ moreIsBetter }: CaseRow, figure: number, budget: number): boolean {
  return moreIsBetter ? figure < budget : figure > budget;
}

/** Whether the budget is an upper or a lower bound. */
export function boundLabel({ moreIsBetter }: CaseRow): "at most" | "at least" {
  return moreIsBetter ? "at least" : "at most";
}
