import * as z from "zod/mini";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";

/** Push protection setting of one secret type. */
export class PatternOverride extends namedObject(() => ({
  token_type: z.optional(z.string()),
  custom_pattern_version: z.optional(z.nullable(z.string())),
  slug: z.optional(z.string()),
  display_name: z.optional(z.string()),
  ...fieldsWith(
    z.optional(z.int()),
    "alert_total",
    "alert_total_percentage",
    "false_positives",
    "false_positive_rate",
    "bypass_rate",
  ),
  default_setting: z.optional(extensibleEnum("disabled", "enabled")),
  enterprise_setting: z.optional(z.nullable(extensibleEnum("not-set", "disabled", "enabled"))),
  setting: z.optional(extensibleEnum("not-set", "disabled", "enabled")),
})) {}

/** Push protection settings of all secret types. The version prevents lost updates. */
export class PatternConfiguration extends namedObject(() => ({
  pattern_config_version: z.optional(z.nullable(z.string())),
  provider_pattern_overrides: z.optional(z.array(PatternOverride.schema())),
  custom_pattern_overrides: z.optional(z.array(PatternOverride.schema())),
})) {}
