import * as z from "zod/mini";
import { extensibleEnum, namedObject } from "../schema.ts";

/** A custom property that is included in OIDC tokens of jobs. */
export class IncludedProperty extends namedObject(() => ({
  custom_property_name: z.string(),
  inclusion_source: extensibleEnum("organization", "enterprise"),
})) {}
