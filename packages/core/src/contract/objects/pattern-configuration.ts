import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { extensibleEnum, fieldsWith, namedSchema } from "../schema.ts";

/** Push protection setting of one secret type. */
export interface PatternOverride extends SchemaOutput<typeof patternOverrideSchema> {}
const patternOverrideSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
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
  }),
);
export const PatternOverride: NamedSchema<PatternOverride> = patternOverrideSchema;

/** Push protection settings of all secret types. The version prevents lost updates. */
export interface PatternConfiguration extends SchemaOutput<typeof patternConfigurationSchema> {}
const patternConfigurationSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    pattern_config_version: z.optional(z.nullable(z.string())),
    provider_pattern_overrides: z.optional(z.array(PatternOverride())),
    custom_pattern_overrides: z.optional(z.array(PatternOverride())),
  }),
);
export const PatternConfiguration: NamedSchema<PatternConfiguration> = patternConfigurationSchema;
