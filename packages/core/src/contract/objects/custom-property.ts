import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { named } from "../schema.ts";

/** A custom property and its value (public description). */
export interface CustomPropertyValue extends OutputOf<typeof customPropertyValueSchema> {}
const customPropertyValueSchema = /* @__PURE__ */ named(() =>
  z.looseObject({ property_name: z.string(), value: z.nullable(z.union([z.string(), z.array(z.string())])) }),
);
export const CustomPropertyValue: Named<CustomPropertyValue> = customPropertyValueSchema;

/** A repository of an organization with its custom properties (public description). */
export interface RepositoryCustomProperties extends OutputOf<typeof repositoryCustomPropertiesSchema> {}
const repositoryCustomPropertiesSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    repository_id: z.int(),
    repository_name: z.string(),
    repository_full_name: z.string(),
    properties: z.array(CustomPropertyValue()),
  }),
);
export const RepositoryCustomProperties: Named<RepositoryCustomProperties> = repositoryCustomPropertiesSchema;
