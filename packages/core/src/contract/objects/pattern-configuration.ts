import * as z from "zod/mini";
import { once } from "../once.ts";
import { alike, open } from "../schema.ts";

/** How push protection treats one kind of secret (document 2, Secret-scanning pattern configuration). */
export interface PatternOverride extends z.output<ReturnType<typeof PatternOverride>> {}
export const PatternOverride = /* @__PURE__ */ once(() =>
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

/** How push protection treats all kinds of secret; the version guards against lost updates (document 2). */
export interface PatternConfiguration extends z.output<ReturnType<typeof PatternConfiguration>> {}
export const PatternConfiguration = /* @__PURE__ */ once(() =>
  z.looseObject({
    pattern_config_version: z.optional(z.nullable(z.string())),
    provider_pattern_overrides: z.optional(z.array(PatternOverride())),
    custom_pattern_overrides: z.optional(z.array(PatternOverride())),
  }),
);
