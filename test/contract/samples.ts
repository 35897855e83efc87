import { PERMISSIONS } from "@forgehand/core/contract";
import type { JsonSchema } from "./json-schema.ts";

/** Values that between them have every field, every alternative and every word of a schema. */
export function samplesOf(schema: JsonSchema): unknown[] {
  if (schema.anyOf ?? schema.oneOf) return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(samplesOf);
  const words = schema.enum ?? schema["x-extensible-enum"] ?? ("const" in schema ? [schema.const] : undefined);
  if (words) return words;
  const types = [schema.type ?? []].flat();
  if (types.includes("array")) return [schema.items ? samplesOf(schema.items) : []];
  if (types.includes("object")) return objects(schema);
  return types.includes("string") ? ["text"] : [0];
}

function objects({ properties = {}, additionalProperties, ...schema }: JsonSchema): unknown[] {
  const entry = typeof additionalProperties === "object" ? additionalProperties : {};
  const keys = schema["x-vendor-keys"] ? Object.keys(PERMISSIONS) : [];
  const fields = [
    ...Object.entries(properties).map(([name, field]) => [name, samplesOf(field)] as const),
    ...keys.map((key) => [key, samplesOf(entry)] as const),
  ];
  const count = Math.max(1, ...fields.map(([, samples]) => samples.length));
  return Array.from({ length: count }, (_, at) =>
    Object.fromEntries(fields.map(([name, samples]) => [name, samples[at % samples.length]])),
  );
}

/** Every key and every text in a value. */
export function wordsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  const keys = Array.isArray(value) ? [] : Object.keys(value);
  return [...keys, ...Object.values(value).flatMap(wordsOf)];
}
