import type * as z from "zod/mini";

/** What is wrong with a value and where, in words: zod's own say only "Invalid input" without a language. */
export function describeIssue(issue: z.core.$ZodIssue | undefined, whole: string): { at: string; problem: string } {
  const at = issue?.path.join(".") || whole;
  switch (issue?.code) {
    case "invalid_type":
      return { at, problem: `${issue.expected === "int" ? "a whole number" : issue.expected} is expected` };
    case "invalid_value":
      return { at, problem: `one of ${issue.values.join(", ")} is expected` };
    case "too_big":
      return { at, problem: `at most ${issue.maximum} ${unitOf(issue.origin)}` };
    case "too_small":
      return { at, problem: `at least ${issue.minimum} ${unitOf(issue.origin)}` };
    default:
      return { at, problem: issue?.message ?? "it does not fit" };
  }
}

function unitOf(origin: string): string {
  return { array: "items are allowed", string: "characters are allowed" }[origin] ?? "is allowed";
}
