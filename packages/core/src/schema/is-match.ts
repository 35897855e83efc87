import { lazyPerObject } from "../internal/lazy.ts";
import type { LimitedSchema, ObjectSchema, Schema, SchemaTest, SimpleSchema } from "./schema.ts";

/** Returns whether a value matches a schema. */
export function isMatch(schema: Schema, value: unknown): boolean {
  if (typeof schema === "string") return isSimple(schema, value);
  switch (schema.type) {
    case "optional":
      return value === undefined || isMatch(schema.of, value);
    case "nullable":
      return value === null || isMatch(schema.of, value);
    case "object": {
      if (!isObject(value)) return false;
      for (const { name, field, isOptional } of objectFields(schema)) {
        const given = value[name];
        // Most fields are text or booleans.
        if (field !== "number" && typeof given === field) continue;
        if (given === undefined && !(name in value) ? !isOptional : !isMatch(field, given)) return false;
      }
      return true;
    }
    case "array":
      return Array.isArray(value) && areMatches(schema.of, value);
    case "enum":
      return schema.values.some((known) => known === value);
    case "other":
      return typeof value === "string" && !schema.values.includes(value);
    case "union":
      return schema.of.some((option) => isMatch(option, value));
    case "record":
      return isObject(value) && areMatches(schema.of, Object.values(value));
    case "limited":
      return isMatch(schema.of, value) && isWithinLimits(schema, value);
    case "checked":
      return isMatch(schema.of, value) && passes(schema.test, value);
    case "marked":
      return isMatch(schema.of, value);
    case "foreign":
      return schema.matches(value);
  }
}

/** A loop: V8 often can't optimize calls of a callback that recurs. */
function areMatches(schema: Schema, values: readonly unknown[]): boolean {
  for (const value of values) if (!isMatch(schema, value)) return false;
  return true;
}

/** Fields of an object schema, prepared once because values are checked far more often than schemas are created. */
const objectFields = lazyPerObject(({ fields }: ObjectSchema) =>
  Object.entries(fields).map(([name, field]) => ({ name, field, isOptional: canBeMissing(field) })),
);

function isSimple(schema: SimpleSchema, value: unknown): boolean {
  switch (schema) {
    case "anything":
      return true;
    case "null":
      return value === null;
    case "integer":
      return Number.isSafeInteger(value);
    case "number":
      return Number.isFinite(value);
    case "digits":
      return typeof value === "string" && DIGITS.test(value);
    default:
      return typeof value === schema;
  }
}

/** Returns whether a value of the right type is within the limits of its schema. */
export function isWithinLimits({ min = -Infinity, max = Infinity }: LimitedSchema, value: unknown): boolean {
  const size = typeof value === "string" || Array.isArray(value) ? value.length : Number(value);
  return size >= min && size <= max;
}

const DIGITS = /^\d+$/;

/** Returns whether an object can omit a field. */
export function canBeMissing(field: Schema): boolean {
  if (typeof field === "string") return false;
  return field.type === "optional" || (field.type === "marked" && canBeMissing(field.of));
}

/** Returns whether a value, which matches the type of its schema, meets the schema's condition. */
function passes(test: RegExp | SchemaTest, value: unknown): boolean {
  // The types of the value and of the test's parameter come from the same schema.
  return test instanceof RegExp ? test.test(String(value)) : test(value as never);
}

/** Returns whether a value is an object, but neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
