import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, open } from "../schema.ts";

/**
 * A kind of secret that an organization describes for itself; the version guards against lost updates (document 1,
 * permission matrix; shape: public description).
 */
export interface CustomPattern extends OutputOf<typeof customPatternSchema> {}
const customPatternSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.int(),
    ...alike(z.string(), "name", "pattern", "slug"),
    state: open("published", "unpublished"),
    push_protection_enabled: z.boolean(),
    ...alike(z.optional(z.nullable(z.string())), "start_delimiter", "end_delimiter", "custom_pattern_version"),
    ...alike(z.optional(z.nullable(z.array(z.string()))), "must_match", "must_not_match"),
    ...alike(z.optional(z.string()), "created_at", "updated_at"),
  }),
);
export const CustomPattern: Named<CustomPattern> = customPatternSchema;
