import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { namedSchema } from "../schema.ts";

/** A custom property and its value. */
export interface CustomPropertyValue extends SchemaOutput<typeof customPropertyValueSchema> {}
const customPropertyValueSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({ property_name: z.string(), value: z.nullable(z.union([z.string(), z.array(z.string())])) }),
);
export const CustomPropertyValue: NamedSchema<CustomPropertyValue> = customPropertyValueSchema;

/** A repository of an organization with its custom property values. */
export interface RepositoryCustomProperties extends SchemaOutput<typeof repositoryCustomPropertiesSchema> {}
const repositoryCustomPropertiesSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    repository_id: z.int(),
    repository_name: z.string(),
    repository_full_name: z.string(),
    properties: z.array(CustomPropertyValue()),
  }),
);
export const RepositoryCustomProperties: NamedSchema<RepositoryCustomProperties> = repositoryCustomPropertiesSchema;
