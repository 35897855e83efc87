import type { StandardIssue } from "./schema.ts";
import type { ValueIssue } from "./value-issue.ts";

/** A problem as zod reports it; other libraries report only a message and a path. */
interface ZodIssue extends StandardIssue {
  readonly code?: string;
  readonly expected?: string;
  readonly values?: readonly unknown[];
  readonly errors?: readonly (readonly ZodIssue[])[];
  readonly maximum?: number | bigint;
  readonly minimum?: number | bigint;
  readonly origin?: string;
}

/**
 * Converts a problem that zod found.
 * @param path where the validated value is
 */
export function valueIssueOf(issue: ZodIssue, path: readonly string[] = []): ValueIssue {
  const steps = (issue.path ?? []).map((step) => String(typeof step === "object" ? step.key : step));
  return { path: [...path, ...steps], expected: expectedOf(issue) };
}

function expectedOf(issue: ZodIssue): ValueIssue["expected"] {
  const { code, message, expected, values, errors, maximum, minimum, origin = "" } = issue;
  if (code === "invalid_type" && expected !== undefined) return { type: expected };
  if (code === "invalid_value" && values) return { values };
  if (code === "invalid_union" && errors)
    return { members: errors.flatMap(([first]) => (first ? valueIssueOf(first) : [])) };
  if (code === "too_big") return { condition: `must be at most ${maximum}${unitOf(origin)}` };
  if (code === "too_small") return { condition: `must be at least ${minimum}${unitOf(origin)}` };
  return { condition: message };
}

function unitOf(origin: string): string {
  if (origin === "array") return " items long";
  return origin === "string" ? " characters long" : "";
}
