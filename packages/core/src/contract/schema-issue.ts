import type * as z from "zod/mini";
import { readProperty } from "../internal/copy-error.ts";

/** A validation problem and the path of the value that has it. */
export interface SchemaIssue {
  readonly at: string;
  readonly problem: string;
}

/**
 * Describes a zod issue in words, because zod/mini's own messages say only "Invalid input" without a locale.
 * @param value the validated value, to tell missing fields from invalid ones
 * @param rootName the name to use for the path if the issue is about the whole value
 */
export function describeIssue(zodIssue: z.core.$ZodIssue | undefined, value: unknown, rootName: string): SchemaIssue {
  const issue = zodIssue && innermost(zodIssue);
  const at = issue?.path.join(".") || rootName;
  const actual = issue?.path.reduce((inner, key) => readProperty(inner, String(key)), value);
  const problem = problemOf(issue);
  return { at, problem: actual === undefined && issue?.path.length ? `is missing: ${problem}` : problem };
}

/** For a value that matches no member of a union, returns the issue of the member that it came closest to. */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== "invalid_union") return issue;
  const nearest = issue.errors
    .flatMap(([first]) => (first && first.path.length > 0 ? first : []))
    .reduce<z.core.$ZodIssue | undefined>(
      (best, candidate) => (best && best.path.length >= candidate.path.length ? best : candidate),
      undefined,
    );
  return nearest ? innermost({ ...nearest, path: [...issue.path, ...nearest.path] }) : issue;
}

function problemOf(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case "invalid_type":
      return `must be ${typeName(issue.expected)}`;
    case "invalid_value":
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(", ")}`;
    case "invalid_union": {
      const typeNames = issue.errors.flatMap(([candidate]) =>
        candidate?.code === "invalid_type" ? typeName(candidate.expected) : [],
      );
      return typeNames.length > 0
        ? `must be ${[...new Set(typeNames)].join(" or ")}`
        : "must match one of the allowed types";
    }
    case "too_big":
      return `must be at most ${issue.maximum}${unitOf(issue.origin)}`;
    case "too_small":
      return `must be at least ${issue.minimum}${unitOf(issue.origin)}`;
    default:
      return issue?.message.startsWith("must ")
        ? issue.message
        : `is invalid: ${issue?.message ?? "it does not match the schema"}`;
  }
}

function typeName(expected: string): string {
  const typeNames: Readonly<Record<string, string>> = {
    int: "a whole number",
    number: "a number",
    string: "a string",
    boolean: "true or false",
    array: "an array",
    object: "an object",
  };
  return typeNames[expected] ?? expected;
}

function unitOf(origin: string): string {
  if (origin === "array") return " items long";
  return origin === "string" ? " characters long" : "";
}
