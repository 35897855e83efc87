import { isForgeError } from "@forgehand/core";

/** A point in a file, as people count: from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A reason to stop that the workflow's author can do something about. */
export class Problem extends Error {
  override name = "Problem" as const;
  /** Where in a file it is; the message says so too. */
  readonly place: Place | undefined;
  /** What is wrong beside. */
  readonly others: readonly Problem[];

  constructor(message: string, place?: Place, others: readonly Problem[] = []) {
    super(message);
    this.place = place;
    this.others = others;
  }
}

/** As many problems as a message tells of. */
const TOLD = 10;

/** @throws Problem the first in the file, with the others; where there are none, nothing */
export function throwAll(problems: readonly Problem[]): void {
  const [first, ...others] = problems.toSorted(
    ({ place: a }, { place: b }) => (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0),
  );
  if (first === undefined) return;
  const rest = others.length + 1 - TOLD;
  const told = rest > 0 ? [...others.slice(0, TOLD - 1), new Problem(`And ${rest} more.`)] : others;
  throw new Problem(first.message, first.place, told);
}

/** Checks one after the other, whatever is wrong with those before. @throws Problem all of them, each once; anything else at once */
export function checkEach<T>(items: Iterable<T>, check: (item: T) => void): void {
  const problems = new Map<string, Problem>();
  for (const item of items) {
    try {
      check(item);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // An input goes before the file in every entry.
      for (const one of [error, ...error.others]) problems.set(one.message, one);
    }
  }
  throwAll([...problems.values()]);
}

/** What went wrong, in one line for a log. */
export function problemOf(error: unknown): string {
  if (error instanceof Problem) return oneLine([error, ...error.others].map(({ message }) => message).join(" "));
  if (isForgeError(error)) return oneLine(error.message);
  return oneLine(`Forgehand itself failed: ${error instanceof Error ? error.message : String(error)}`);
}

/** The runner obeys a line of the log that begins with `::`, so what others wrote must not begin one. */
export function oneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]+/g, " ");
}
