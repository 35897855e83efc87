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
