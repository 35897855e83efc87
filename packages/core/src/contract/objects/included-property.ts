import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { extensibleEnum, namedSchema } from "../schema.ts";

/** A custom property that is included in OIDC tokens of jobs. */
export interface IncludedProperty extends SchemaOutput<typeof includedPropertySchema> {}
const includedPropertySchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({ custom_property_name: z.string(), inclusion_source: extensibleEnum("organization", "enterprise") }),
);
export const IncludedProperty: NamedSchema<IncludedProperty> = includedPropertySchema;
