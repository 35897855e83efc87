import { isForgeError } from "@forgehand/core";

/** A reason to stop that the workflow's author can do something about. */
export class Problem extends Error {
  override name = "Problem" as const;
}

/** What went wrong, in one line for a log. */
export function problemOf(error: unknown): string {
  if (error instanceof Problem || isForgeError(error)) return error.message;
  return `Forgehand itself failed: ${error instanceof Error ? error.message : String(error)}`;
}
