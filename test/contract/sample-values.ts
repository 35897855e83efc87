import { PERMISSIONS } from "@forgehand/core/contract";
import type { JsonSchema } from "./json-schema.ts";

/** Returns values that together cover every field, alternative and enum value of a schema. */
export function sampleValues(schema: JsonSchema): unknown[] {
  if (schema.anyOf ?? schema.oneOf) return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(sampleValues);
  const values = schema.enum ?? schema["x-extensible-enum"] ?? ("const" in schema ? [schema.const] : undefined);
  if (values) return values;
  const types = [schema.type ?? []].flat();
  if (types.includes("array")) return [schema.items ? sampleValues(schema.items) : []];
  if (types.includes("object")) return objects(schema);
  return types.includes("string") ? ["text"] : [0];
}

function objects({ properties = {}, additionalProperties, ...schema }: JsonSchema): unknown[] {
  const entry = typeof additionalProperties === "object" ? additionalProperties : {};
  const keys = schema["x-vendor-keys"] ? Object.keys(PERMISSIONS) : [];
  const fields = [
    ...Object.entries(properties).map(([name, field]) => [name, sampleValues(field)] as const),
    ...keys.map((key) => [key, sampleValues(entry)] as const),
  ];
  const count = Math.max(1, ...fields.map(([, samples]) => samples.length));
  return Array.from({ length: count }, (_, at) =>
    Object.fromEntries(fields.map(([name, samples]) => [name, samples[at % samples.length]])),
  );
}

/** Returns all keys and strings in a value. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  const keys = Array.isArray(value) ? [] : Object.keys(value);
  return [...keys, ...Object.values(value).flatMap(stringsIn)];
}
