import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { named, open } from "../schema.ts";

/** A custom property that identity tokens of jobs tell the repository's value of (public description). */
export interface IncludedProperty extends OutputOf<typeof includedPropertySchema> {}
const includedPropertySchema = /* @__PURE__ */ named(() =>
  z.looseObject({ custom_property_name: z.string(), inclusion_source: open("organization", "enterprise") }),
);
export const IncludedProperty: Named<IncludedProperty> = includedPropertySchema;
