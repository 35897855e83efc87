import { describeIssue } from "@forgehand/core/contract";
import * as z from "zod/mini";
import { SeedError } from "./seed-error.ts";

/**
 * Parses a seed, or a part of one, with its schema.
 * @throws SeedError if the input is invalid
 */
export function parseWithSchema<T>(schema: z.ZodMiniType<T>, input: unknown): T {
  const result = z.safeParse(schema, input);
  if (result.success) return result.data;
  const issue = mostSpecificIssue(result.error.issues[0]);
  const path = (issue?.path ?? []).map((step) => (typeof step === "number" ? step : String(step)));
  if (issue?.code === "unrecognized_keys")
    throw new SeedError([...path, ...issue.keys.slice(0, 1)], "is not a known field");
  if (issue?.code === "invalid_key") throw new SeedError(path, issue.issues[0]?.message ?? "must be a valid name");
  throw new SeedError(path, describeIssue(issue, input, "").problem);
}

/** Prefers, inside a failed union, an unknown field or key, then any problem of a field, over the general mismatch. */
function mostSpecificIssue(issue: z.core.$ZodIssue | undefined): z.core.$ZodIssue | undefined {
  if (issue?.code !== "invalid_union") return issue;
  const issues = issue.errors.flat();
  const specificIssue =
    issues.find(({ code }) => code === "invalid_key" || code === "unrecognized_keys") ??
    issues.find(({ path }) => path.length > 0);
  return specificIssue ? { ...specificIssue, path: [...issue.path, ...specificIssue.path] } : issue;
}
