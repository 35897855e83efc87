import type * as z from "zod/mini";
import { fieldPaths, hasAnnotation } from "../../contract/schema.ts";

const sensitivePaths = new WeakMap<z.core.$ZodType, readonly string[]>();

/** Returns the strings of an input that are secret, so that messages can redact them. */
export function sensitiveValues(schema: z.ZodMiniType | undefined, input: unknown): string[] {
  if (!schema) return [];
  const paths = sensitivePaths.get(schema) ?? fieldPaths(schema, (field) => hasAnnotation(field, "x-sensitive"));
  sensitivePaths.set(schema, paths);
  return paths.flatMap((path) => stringsAt(input, path.split(".")));
}

function stringsAt(value: unknown, [segment, ...rest]: readonly string[]): string[] {
  if (segment === undefined) return typeof value === "string" && value !== "" ? [value] : [];
  if (segment === "[]") return Array.isArray(value) ? value.flatMap((item) => stringsAt(item, rest)) : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => (name === segment ? stringsAt(field, rest) : []));
}
