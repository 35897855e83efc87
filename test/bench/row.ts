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
}

/** `x` is a ratio, kB are 1000 bytes, MB a million; `/s` are calls in a second. */
export type Unit = "kB" | "MB" | "x" | "ms" | "s" | "/s" | "operations" | "calls";

export type Verdict = "aim met" | "holds" | "over" | "under";

/** Does a figure keep to its budget? Undefined where it has none. */
export function verdictOf({ figure, must, aim, moreIsBetter }: Row): Verdict | undefined {
  const passes = (budget: number) => (moreIsBetter ? figure < budget : figure > budget);
  if (must !== undefined && passes(must)) return moreIsBetter ? "under" : "over";
  if (aim !== undefined) return passes(aim) ? "holds" : "aim met";
  return must === undefined ? undefined : "holds";
}
