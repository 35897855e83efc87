import { describeIssue } from "@forgehand/core/contract";
import * as z from "zod/mini";
import { type SeedPath, SeedProblem } from "./problem.ts";

/** A seed, or a part of one, as its schema has it. @throws SeedProblem @param at where in the seed the part is */
export function readAs<T>(schema: z.ZodMiniType<T>, input: unknown, at: SeedPath = []): T {
  const read = z.safeParse(schema, input);
  if (read.success) return read.data;
  const issue = sharpest(read.error.issues[0]);
  const path = [...at, ...(issue?.path ?? []).map((step) => (typeof step === "number" ? step : String(step)))];
  if (issue?.code === "unrecognized_keys")
    throw new SeedProblem([...path, ...issue.keys.slice(0, 1)], "is no field here");
  if (issue?.code === "invalid_key") throw new SeedProblem(path, issue.issues[0]?.message ?? "is no name");
  throw new SeedProblem(path, describeIssue(issue, input, "").problem);
}

/** Of a value that fits none of several shapes, a name in it that nothing has says more than that it doesn't fit. */
function sharpest(issue: z.core.$ZodIssue | undefined): z.core.$ZodIssue | undefined {
  if (issue?.code !== "invalid_union") return issue;
  const named = issue.errors.flat().find(({ code }) => code === "invalid_key" || code === "unrecognized_keys");
  return named ? { ...named, path: [...issue.path, ...named.path] } : issue;
}
