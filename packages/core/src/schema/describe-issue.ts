import { readProperty } from "../internal/read-property.ts";
import { findIssue } from "./find-issue.ts";
import type { Schema } from "./schema.ts";
import type { SchemaIssue, ValueIssue } from "./value-issue.ts";

/**
 * Describes the first problem of a value that does not match a schema.
 * @param rootName the name to use for the path if the problem is about the whole value
 */
export function describeMismatch(schema: Schema, value: unknown, rootName: string): SchemaIssue {
  return describeValueIssue(findIssue(schema, value), value, rootName);
}

/**
 * Describes a problem in words.
 * @param value the validated value, to tell missing fields from invalid ones
 * @param rootName the name to use for the path if the problem is about the whole value
 */
export function describeValueIssue(found: ValueIssue | undefined, value: unknown, rootName: string): SchemaIssue {
  const issue = found && innermost(found);
  const path = issue?.path ?? [];
  const actual = path.reduce<unknown>(readProperty, value);
  const problem = issue ? problemOf(issue) : "is invalid: it does not match the schema";
  const isMissing = actual === undefined && path.length > 0;
  return { at: path.join(".") || rootName, problem: isMissing ? `is missing: ${problem}` : problem };
}

/** For a value that matches no member of a union, returns the problem of the member that it came closest to. */
function innermost(issue: ValueIssue): ValueIssue {
  if (!("members" in issue.expected)) return issue;
  const [nearest] = issue.expected.members
    .filter(({ path }) => path.length > 0)
    .sort((one, other) => other.path.length - one.path.length);
  return nearest ? innermost({ ...nearest, path: [...issue.path, ...nearest.path] }) : issue;
}

function problemOf({ expected }: ValueIssue): string {
  if ("type" in expected) return `must be ${typeName(expected.type)}`;
  if ("values" in expected) {
    const values = expected.values.map(String).join(", ");
    return `must be ${expected.values.length === 1 ? values : `one of ${values}`}`;
  }
  if ("condition" in expected)
    return expected.condition.startsWith("must ") ? expected.condition : `is invalid: ${expected.condition}`;
  const types = expected.members.flatMap(({ expected: member }) => ("type" in member ? typeName(member.type) : []));
  return types.length > 0 ? `must be ${[...new Set(types)].join(" or ")}` : "must match one of the allowed types";
}

function typeName(type: string): string {
  const names: Readonly<Record<string, string>> = {
    int: "a whole number",
    number: "a number",
    string: "a string",
    boolean: "true or false",
    array: "an array",
    object: "an object",
  };
  return names[type] ?? type;
}
