import { canBeMissing, isMatch, isObject, isWithinLimits } from "./is-match.ts";
import type { LimitedSchema, Schema, SchemaFields, UnionSchema } from "./schema.ts";
import type { ValueIssue } from "./value-issue.ts";

/** Returns the first problem of a value, in the order of the schema's fields; undefined if the value matches. */
export function findIssue(schema: Schema, value: unknown, path: readonly string[] = []): ValueIssue | undefined {
  if (isMatch(schema, value)) return undefined;
  const wrongType = (type: string): ValueIssue => ({ path, expected: { type } });
  const unmet = (condition: string): ValueIssue => ({ path, expected: { condition } });
  if (typeof schema === "string") {
    if (schema === "digits")
      return typeof value === "string" ? unmet("must be a string of digits") : wrongType("string");
    if (schema !== "integer" || !Number.isFinite(value)) return wrongType(schema === "integer" ? "number" : schema);
    if (!Number.isInteger(value)) return wrongType("int");
    return unmet(Number(value) > 0 ? `must be at most ${MAX_INTEGER}` : `must be at least -${MAX_INTEGER}`);
  }
  switch (schema.type) {
    case "optional":
    case "nullable":
    case "marked":
      return findIssue(schema.of, value, path);
    case "array":
      if (!Array.isArray(value)) return wrongType("array");
      return firstIssue(value.map((item, at) => () => findIssue(schema.of, item, [...path, String(at)])));
    case "limited": {
      // The length of an array is checked before its items.
      const isTooLong = isArraySchema(schema.of) && Array.isArray(value) && !isWithinLimits(schema, value);
      return (isTooLong ? undefined : findIssue(schema.of, value, path)) ?? unmet(describeLimit(schema, value));
    }
    case "record":
      if (!isObject(value)) return wrongType("record");
      return firstIssue(
        Object.entries(value).map(
          ([key, item]) =>
            () =>
              findIssue(schema.of, item, [...path, key]),
        ),
      );
    case "object":
      return isObject(value) ? findFieldIssue(schema.fields, value, path) : wrongType("object");
    case "enum":
      return schema.values[0] === null ? wrongType("null") : { path, expected: { values: schema.values } };
    case "other":
      return typeof value === "string" ? unmet("Invalid input") : wrongType("string");
    case "union":
      return findUnionIssue(schema, value, path);
    case "checked":
      return findIssue(schema.of, value, path) ?? unmet(schema.expected);
    case "foreign":
      return schema.findIssue(value, path);
  }
}

const MAX_INTEGER = Number.MAX_SAFE_INTEGER;

function isArraySchema(schema: Schema): boolean {
  return typeof schema === "object" && schema.type === "array";
}

function describeLimit(schema: LimitedSchema, value: unknown): string {
  const unit = Array.isArray(value) ? " items long" : typeof value === "string" ? " characters long" : "";
  const { min, ...upper } = schema;
  return isWithinLimits(upper, value) ? `must be at least ${min}${unit}` : `must be at most ${schema.max}${unit}`;
}

function firstIssue(checks: readonly (() => ValueIssue | undefined)[]): ValueIssue | undefined {
  for (const check of checks) {
    const issue = check();
    if (issue) return issue;
  }
  return undefined;
}

function findFieldIssue(
  fields: SchemaFields,
  value: Readonly<Record<string, unknown>>,
  path: readonly string[],
): ValueIssue | undefined {
  return firstIssue(
    Object.entries(fields).map(([name, field]) => () => {
      if (name in value) return findIssue(field, value[name], [...path, name]);
      if (canBeMissing(field)) return undefined;
      return (
        findIssue(field, undefined, [...path, name]) ?? { path: [...path, name], expected: { type: "nonoptional" } }
      );
    }),
  );
}

function findUnionIssue({ of, by }: UnionSchema, value: unknown, path: readonly string[]): ValueIssue | undefined {
  if (by !== undefined) {
    if (!isObject(value)) return { path, expected: { type: "object" } };
    const chosen = of.find((member) => hasKind(member, by, value[by]));
    return chosen ? findIssue(chosen, value, path) : { path: [...path, by], expected: { members: [] } };
  }
  // If a value has the types of a single member, that one's conditions are the problem.
  const [nearest, another] = of.filter((member) => isMatch(withoutConditions(member), value));
  if (nearest !== undefined && another === undefined) return findIssue(nearest, value, path);
  return { path, expected: { members: of.flatMap((member) => findIssue(member, value) ?? []) } };
}

/** Returns whether a member of a union has this value in the field that tells the members apart. */
function hasKind(member: Schema, by: string, kind: unknown): boolean {
  const field = typeof member !== "string" && member.type === "object" ? member.fields[by] : undefined;
  return field !== undefined && isMatch(field, kind);
}

/** Returns a schema that accepts values of the right types, whatever further conditions they must meet. */
function withoutConditions(schema: Schema): Schema {
  if (schema === "digits") return "string";
  if (typeof schema === "string") return schema;
  switch (schema.type) {
    case "checked":
    case "limited":
      return withoutConditions(schema.of);
    case "array":
    case "optional":
    case "nullable":
    case "marked":
    case "record":
      return { ...schema, of: withoutConditions(schema.of) };
    case "object":
      return {
        ...schema,
        fields: Object.fromEntries(
          Object.entries(schema.fields).map(([name, field]) => [name, withoutConditions(field)]),
        ),
      };
    case "union":
      return { ...schema, of: schema.of.map(withoutConditions) };
    default:
      return schema;
  }
}
