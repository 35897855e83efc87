import * as z from "zod/mini";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";

/** A secret type defined by an organization. The version prevents lost updates. */
export class CustomPattern extends namedObject(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "name", "pattern", "slug"),
  state: extensibleEnum("published", "unpublished"),
  push_protection_enabled: z.boolean(),
  ...fieldsWith(z.optional(z.nullable(z.string())), "start_delimiter", "end_delimiter", "custom_pattern_version"),
  ...fieldsWith(z.optional(z.nullable(z.array(z.string()))), "must_match", "must_not_match"),
  ...fieldsWith(z.optional(z.string()), "created_at", "updated_at"),
})) {}
