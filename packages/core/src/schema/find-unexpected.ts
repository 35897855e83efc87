import { isMatch, isObject } from "./is-match.ts";
import type { Schema } from "./schema.ts";

/** A part of an input that would be lost or sent although the schema does not know it. */
export interface UnexpectedPart {
  readonly path: readonly string[];
  readonly is: "unknown-field" | "not-plain";
}

/** Finds the first field, at any depth, that a closed object does not know, or the first object that is not plain. */
export function findUnexpected(
  schema: Schema,
  value: unknown,
  path: readonly string[] = [],
): UnexpectedPart | undefined {
  if (typeof schema === "string" || typeof value !== "object" || value === null) return undefined;
  switch (schema.type) {
    case "union": {
      const chosen = schema.of.find((option) => isMatch(option, value));
      return chosen === undefined ? undefined : findUnexpected(chosen, value, path);
    }
    case "object":
    case "array":
    case "record":
      break;
    default:
      return "of" in schema ? findUnexpected(schema.of, value, path) : undefined;
  }
  if (!isPlain(value)) return { path, is: "not-plain" };
  for (const [name, inner] of Object.entries(value)) {
    const at = [...path, name];
    const field = schema.type === "object" ? ownField(schema.fields, name) : schema.of;
    if (field === undefined && "closed" in schema) return { path: at, is: "unknown-field" };
    const found = field === undefined ? undefined : findUnexpected(field, inner, at);
    if (found) return found;
  }
  return undefined;
}

function ownField(fields: Readonly<Record<string, Schema>>, name: string): Schema | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Whether JSON serializes the object as validated: inherited properties of class instances would be lost. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return !isObject(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}
