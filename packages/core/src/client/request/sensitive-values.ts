import { readProperty } from "../../internal/copy-error.ts";
import { lazyPerSchema, markedPaths } from "../../schema/field-paths.ts";
import type { Schema } from "../../schema/schema.ts";

/** Returns the paths of a schema's fields that contain secrets. */
export const sensitiveFields = /* @__PURE__ */ lazyPerSchema<readonly string[]>(
  (schema) => markedPaths(schema, "secret"),
  [],
);

/** Returns the strings of an input that are secret, so that messages can redact them. */
export function sensitiveValues(schema: Schema | undefined, input: unknown): string[] {
  return (schema ? sensitiveFields(schema) : []).flatMap((path) => stringsAt(input, path.split(".")));
}

function stringsAt(value: unknown, [segment, ...rest]: readonly string[]): string[] {
  if (segment === undefined) return typeof value === "string" && value !== "" ? [value] : [];
  if (segment === "[]") return Array.isArray(value) ? value.flatMap((item) => stringsAt(item, rest)) : [];
  return stringsAt(readProperty(value, segment), rest);
}
