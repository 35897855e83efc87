/** One measured figure, and what it may be at most, or has to be at least. */
export interface Row {
  readonly case: string;
  readonly name: string;
  readonly unit: Unit;
  readonly figure: number;
  /** Quartiles, where the figure is a median. */
  readonly low?: number;
  readonly high?: number;
  /** What it must not pass; or fall below, where more is better. */
  readonly must?: number;
  /** What it should not pass; or fall below. */
  readonly aim?: number;
  /** The more of it the better. */
  readonly moreIsBetter?: true;
  /**
   * Why a figure past `must` is not the machine's doing. `exact`: it is the same on every machine, whatever else runs there.
   * `rounds`: a ratio or CPU time of interleaved rounds, whose quartiles say how far it strays. Without either it may be: who
   * judges on a machine that has other work can't fail it.
   */
  readonly steady?: "exact" | "rounds";
  /** Whose it is, where others have done the same; and the name of the row that it is put beside. */
  readonly who?: string;
  readonly beside?: string;
  /** What one has to know to judge the figure. */
  readonly note?: string;
}

/** What a figure is held to, and whether a loaded machine may do so. */
export type Budget = Pick<Row, "must" | "aim" | "steady">;

/** `x` is a ratio, kB are 1000 bytes, MB a million; `/s` are calls in a second. */
export type Unit = "kB" | "MB" | "x" | "ms" | "s" | "/s" | "operations" | "calls";

export type Verdict = "aim met" | "holds" | "over" | "under";

/** Does a figure keep to its budget? Undefined where it has none. */
export function verdictOf(row: Row): Verdict | undefined {
  const { figure, must, aim, moreIsBetter } = row;
  if (must !== undefined && isPast(row, figure, must)) return moreIsBetter ? "under" : "over";
  if (aim !== undefined) return isPast(row, figure, aim) ? "holds" : "aim met";
  return must === undefined ? undefined : "holds";
}

/** Is this figure of a row's kind worse than a budget? */
export function isPast({ moreIsBetter }: Row, figure: number, budget: number): boolean {
  return moreIsBetter ? figure < budget : figure > budget;
}

/** Which side of its budget a figure has to be on. */
export function mostOrLeast({ moreIsBetter }: Row): "at most" | "at least" {
  return moreIsBetter ? "at least" : "at most";
}
