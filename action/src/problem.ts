import { isForgeError } from "@forgehand/core";

/** A reason to stop that the workflow's author can do something about. */
export class Problem extends Error {
  override name = "Problem" as const;
}

/** What went wrong, in one line for a log. */
export function problemOf(error: unknown): string {
  if (error instanceof Problem || isForgeError(error)) return oneLine(error.message);
  return oneLine(`Forgehand itself failed: ${error instanceof Error ? error.message : String(error)}`);
}

/** The runner obeys a line of the log that begins with `::`, so what others wrote must not begin one. */
export function oneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]+/g, " ");
}
