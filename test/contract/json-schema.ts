import * as z from "zod/mini";

/** The keywords of JSON Schema that the contract and the public description use. */
export interface JsonSchema {
  type?: string | string[] | undefined;
  nullable?: boolean | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  default?: unknown;
  minItems?: number | undefined;
  maxItems?: number | undefined;
  items?: JsonSchema | undefined;
  properties?: Record<string, JsonSchema> | undefined;
  required?: string[] | undefined;
  propertyNames?: JsonSchema | undefined;
  additionalProperties?: boolean | JsonSchema | undefined;
  "x-other-kind"?: boolean | undefined;
  oneOf?: JsonSchema[] | undefined;
  anyOf?: JsonSchema[] | undefined;
  allOf?: JsonSchema[] | undefined;
  $ref?: string | undefined;
  "x-extensible-enum"?: string[] | undefined;
  "x-big-integer"?: boolean | undefined;
  "x-vendor-values"?: boolean | undefined;
  "x-vendor-keys"?: boolean | undefined;
}

const inner = z.optional(z.lazy(() => JsonSchema));
const inners = z.optional(z.array(z.lazy(() => JsonSchema)));
const flag = z.optional(z.boolean());

export const JsonSchema: z.ZodMiniType<JsonSchema> = z.object({
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  nullable: flag,
  enum: z.optional(z.array(z.unknown())),
  const: z.optional(z.unknown()),
  default: z.optional(z.unknown()),
  minItems: z.optional(z.number()),
  maxItems: z.optional(z.number()),
  items: inner,
  properties: z.optional(
    z.record(
      z.string(),
      z.lazy(() => JsonSchema),
    ),
  ),
  required: z.optional(z.array(z.string())),
  propertyNames: inner,
  additionalProperties: z.optional(z.union([z.boolean(), z.lazy(() => JsonSchema)])),
  "x-other-kind": flag,
  oneOf: inners,
  anyOf: inners,
  allOf: inners,
  $ref: z.optional(z.string()),
  "x-extensible-enum": z.optional(z.array(z.string())),
  "x-big-integer": flag,
  "x-vendor-values": flag,
  "x-vendor-keys": flag,
});
