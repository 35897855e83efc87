import type * as z from "zod/mini";
import { describeValueIssue } from "../schema/describe-issue.ts";
import type { SchemaIssue } from "../schema/value-issue.ts";
import { valueIssueOf } from "../schema/zod-issue.ts";

/**
 * Describes a zod issue in words, because zod/mini's own messages say only "Invalid input" without a locale.
 * @param value the validated value, to tell missing fields from invalid ones
 * @param rootName the name to use for the path if the issue is about the whole value
 */
export function describeIssue(zodIssue: z.core.$ZodIssue | undefined, value: unknown, rootName: string): SchemaIssue {
  return describeValueIssue(zodIssue && valueIssueOf(zodIssue), value, rootName);
}
