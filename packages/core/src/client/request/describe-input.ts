import { describeValueIssue } from "../../schema/describe-issue.ts";
import { fieldPathsOf } from "../../schema/field-paths.ts";
import { findIssue } from "../../schema/find-issue.ts";
import { findUnexpected } from "../../schema/find-unexpected.ts";
import type { Schema } from "../../schema/schema.ts";
import type { SchemaIssue } from "../../schema/value-issue.ts";

/**
 * Describes what is invalid about a part of an input.
 * @param part name of the part, for problems of all of it
 */
export function describeInvalidInput(schema: Schema, input: object, part: string): SchemaIssue {
  const issue = findIssue(schema, input);
  const unexpected = issue ? undefined : findUnexpected(schema, input);
  if (!unexpected) return describeValueIssue(issue, input, part);
  const at = unexpected.path.join(".");
  if (unexpected.is === "not-plain") return { at, problem: "must be a plain object" };
  return { at, problem: `is not a known field${describeKnownFields(schema, unexpected.path)}` };
}

/** Lists the known fields of the object with the unknown field: `; it has url, secret`. */
function describeKnownFields(schema: Schema, unknownPath: readonly string[]): string {
  const pattern = (segments: readonly string[]) => segments.map((step) => (/^\d+$/.test(step) ? "[]" : step)).join(".");
  const parent = pattern(unknownPath.slice(0, -1));
  const paths = fieldPathsOf(schema, () => true).map((path) => path.split("."));
  const names = paths.flatMap((path) =>
    path.length === unknownPath.length && pattern(path.slice(0, -1)) === parent ? path.at(-1) : [],
  );
  return names.length === 0 ? "" : `; it has ${[...new Set(names)].join(", ")}`;
}
