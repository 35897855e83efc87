import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, open } from "../schema.ts";

/** How push protection treats one kind of secret (document 2, Secret-scanning pattern configuration). */
export interface PatternOverride extends OutputOf<typeof patternOverrideSchema> {}
const patternOverrideSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    token_type: z.optional(z.string()),
    custom_pattern_version: z.optional(z.nullable(z.string())),
    slug: z.optional(z.string()),
    display_name: z.optional(z.string()),
    ...alike(
      z.optional(z.int()),
      "alert_total",
      "alert_total_percentage",
      "false_positives",
      "false_positive_rate",
      "bypass_rate",
    ),
    default_setting: z.optional(open("disabled", "enabled")),
    enterprise_setting: z.optional(z.nullable(open("not-set", "disabled", "enabled"))),
    setting: z.optional(open("not-set", "disabled", "enabled")),
  }),
);
export const PatternOverride: Named<PatternOverride> = patternOverrideSchema;

/** How push protection treats all kinds of secret; the version guards against lost updates (document 2). */
export interface PatternConfiguration extends OutputOf<typeof patternConfigurationSchema> {}
const patternConfigurationSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    pattern_config_version: z.optional(z.nullable(z.string())),
    provider_pattern_overrides: z.optional(z.array(PatternOverride())),
    custom_pattern_overrides: z.optional(z.array(PatternOverride())),
  }),
);
export const PatternConfiguration: Named<PatternConfiguration> = patternConfigurationSchema;
