import * as z from "zod/mini";
import type { Access } from "../access.ts";
import type { Definition } from "../definition.ts";
import { EDITIONS, type Edition } from "../edition.ts";
import { PatternConfiguration } from "../objects/pattern-configuration.ts";
import { permissionAccess } from "../permission-access.ts";

// Push protection patterns, configured in the same way for organizations and enterprises.

interface PatternConfigurationAccess {
  readonly read: Access;
  readonly write: Access;
  readonly editions: readonly Edition[];
}

/** Access to an organization's secret-scanning patterns. */
export const ORGANIZATION_PATTERNS: PatternConfigurationAccess = {
  read: permissionAccess("organization_administration", "read", ["read:org"], {
    roles: ["organization-owner", "security-manager"],
  }),
  write: permissionAccess("organization_administration", "write", ["write:org"], { roles: ["organization-owner"] }),
  editions: EDITIONS,
};

/** Gets the push protection setting of each secret type, with its statistics. */
export const getPatternConfiguration = ({ read, editions }: PatternConfigurationAccess) =>
  ({
    success: { 200: PatternConfiguration.schema() },
    otherStatuses: [403, 404],
    access: read,
    retry: "safe",
    editions,
  }) as const satisfies Definition;

const patternSetting = <const T extends string>(...values: T[]) => ({
  token_type: z.optional(z.string()),
  push_protection_setting: z.optional(z.enum(values)),
});

/** Updates the settings; 409 if `pattern_config_version` is not the current version. */
export const updatePatternConfiguration = ({ write, editions }: PatternConfigurationAccess) =>
  ({
    body: z.object({
      pattern_config_version: z.optional(z.nullable(z.string())),
      provider_pattern_settings: z.optional(z.array(z.object(patternSetting("not-set", "disabled", "enabled")))),
      custom_pattern_settings: z.optional(
        z.array(
          z.object({
            ...patternSetting("disabled", "enabled"),
            custom_pattern_version: z.optional(z.nullable(z.string())),
          }),
        ),
      ),
    }),
    success: { 200: z.looseObject({ pattern_config_version: z.optional(z.string()) }) },
    otherStatuses: [400, 403, 404, 409, 422],
    access: write,
    // The version prevents lost updates: a retry with the old version is rejected.
    retry: "verify",
    editions,
  }) as const satisfies Definition;
