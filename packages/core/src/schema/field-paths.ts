import { lazyPerObject } from "../internal/lazy.ts";
import type { CompoundSchema, Schema, SchemaMark } from "./schema.ts";

/**
 * Returns the paths of the fields that match a predicate: `id`, `[].id`, `secrets.[].name`. The root is the empty path.
 */
export function fieldPathsOf(schema: Schema, matches: (field: Schema, name: string) => boolean): string[] {
  const paths = new Set<string>();
  const visit = (field: Schema, at: readonly string[]): void => {
    if (matches(field, at.at(-1) ?? "")) paths.add(at.join("."));
    if (typeof field === "string") return;
    if (field.type === "object") for (const [name, inner] of Object.entries(field.fields)) visit(inner, [...at, name]);
    else if (field.type === "union") for (const option of field.of) visit(option, at);
    else if ("of" in field && field.type !== "record") visit(field.of, field.type === "array" ? [...at, "[]"] : at);
  };
  visit(schema, []);
  return [...paths];
}

/** Returns the paths of the fields with a mark. */
export function markedPaths(schema: Schema, mark: SchemaMark): string[] {
  return fieldPathsOf(schema, (field) => typeof field !== "string" && field.type === "marked" && field.mark === mark);
}

/** Returns a function that derives a value from a schema, once per schema; those of one type have the same value. */
/* @__NO_SIDE_EFFECTS__ */
export function lazyPerSchema<T>(build: (schema: CompoundSchema) => T, simple: T): (schema: Schema) => T {
  const compound = lazyPerObject(build);
  return (schema) => (typeof schema === "string" ? simple : compound(schema));
}
