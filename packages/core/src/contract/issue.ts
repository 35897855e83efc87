import type * as z from "zod/mini";

/** What is wrong with a value and where. */
export interface Issue {
  readonly at: string;
  readonly problem: string;
}

/**
 * An issue of zod's in words; its own say only "Invalid input" without a language.
 * @param value what was checked, to tell what is missing from what is wrong
 * @param whole what to call the place where there is no path
 */
export function describeIssue(outer: z.core.$ZodIssue | undefined, value: unknown, whole: string): Issue {
  const issue = outer && innermost(outer);
  const at = issue?.path.join(".") || whole;
  const found = issue?.path.reduce(fieldOf, value);
  const problem = problemOf(issue);
  return { at, problem: found === undefined && issue?.path.length ? `is missing: ${problem}` : `is wrong: ${problem}` };
}

/** Of a value that fits none of several shapes, what kept it from the one that it came nearest to. */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== "invalid_union") return issue;
  const nearest = issue.errors
    .flatMap(([first]) => (first && first.path.length > 0 ? first : []))
    .reduce<z.core.$ZodIssue | undefined>(
      (best, one) => (best && best.path.length >= one.path.length ? best : one),
      undefined,
    );
  return nearest ? innermost({ ...nearest, path: [...issue.path, ...nearest.path] }) : issue;
}

function problemOf(issue: z.core.$ZodIssue | undefined): string {
  switch (issue?.code) {
    case "invalid_type":
      return `${kindOf(issue.expected)} is expected`;
    case "invalid_value":
      return issue.values.length === 1
        ? `${String(issue.values[0])} is expected`
        : `one of ${issue.values.map(String).join(", ")} is expected`;
    case "invalid_union": {
      const kinds = issue.errors.flatMap(([one]) => (one?.code === "invalid_type" ? kindOf(one.expected) : []));
      return kinds.length > 0 ? `${[...new Set(kinds)].join(" or ")} is expected` : "it is none of what is allowed";
    }
    case "too_big":
      return `it may be at most ${issue.maximum}${unitOf(issue.origin)}`;
    case "too_small":
      return `it has to be at least ${issue.minimum}${unitOf(issue.origin)}`;
    default:
      return issue?.message ?? "it does not fit";
  }
}

function fieldOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([name]) => name === String(key))?.[1]
    : undefined;
}

function kindOf(expected: string): string {
  const kinds: Readonly<Record<string, string>> = {
    int: "a whole number",
    number: "a number",
    string: "a string",
    boolean: "true or false",
    array: "an array",
    object: "an object",
  };
  return kinds[expected] ?? expected;
}

function unitOf(origin: string): string {
  if (origin === "array") return " items long";
  return origin === "string" ? " characters long" : "";
}
