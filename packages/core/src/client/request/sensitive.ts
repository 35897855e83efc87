import type * as z from "zod/mini";
import { fieldPaths, isMarked } from "../../contract/schema.ts";

const found = new WeakMap<z.core.$ZodType, readonly string[]>();

/** The texts of an input that are secrets in themselves: no message may repeat them. */
export function sensitiveValues(schema: z.ZodMiniType | undefined, input: unknown): string[] {
  if (!schema) return [];
  const paths = found.get(schema) ?? fieldPaths(schema, (field) => isMarked(field, "x-sensitive"));
  found.set(schema, paths);
  return paths.flatMap((path) => textsAt(input, path.split(".")));
}

function textsAt(value: unknown, [step, ...rest]: readonly string[]): string[] {
  // As it is, and as JSON writes it: a service may repeat either.
  if (step === undefined)
    return typeof value === "string" && value !== "" ? [value, JSON.stringify(value).slice(1, -1)] : [];
  if (step === "[]") return Array.isArray(value) ? value.flatMap((item) => textsAt(item, rest)) : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => (name === step ? textsAt(field, rest) : []));
}
