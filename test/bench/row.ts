/** One measured figure, and what it may be at most. */
export interface Row {
  readonly case: string;
  readonly name: string;
  readonly unit: Unit;
  readonly figure: number;
  /** Quartiles, where the figure is a median. */
  readonly low?: number;
  readonly high?: number;
  /** What it must not pass. */
  readonly must?: number;
  /** What it should not pass. */
  readonly aim?: number;
}

/** `x` is a ratio, kB are 1000 bytes. */
export type Unit = "kB" | "x" | "ms" | "s" | "operations" | "calls";

export type Verdict = "aim met" | "holds" | "over";

/** Does a figure keep to its budget? Undefined where it has none. */
export function verdictOf({ figure, must, aim }: Row): Verdict | undefined {
  if (must !== undefined && figure > must) return "over";
  if (aim !== undefined) return figure <= aim ? "aim met" : "holds";
  return must === undefined ? undefined : "holds";
}
