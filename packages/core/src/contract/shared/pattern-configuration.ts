import * as z from "zod/mini";
import type { Definition } from "../definition.ts";
import { PatternConfiguration } from "../objects/pattern-configuration.ts";
import { permissionAccess } from "../permission-access.ts";
import { get, type ReadWriteAccess } from "../reads-and-writes.ts";

// Push protection patterns, configured in the same way for organizations and enterprises.

/** Access to an organization's secret-scanning patterns. */
export const ORGANIZATION_PATTERNS: ReadWriteAccess = {
  read: {
    access: permissionAccess("organization_administration", "read", ["read:org"], {
      roles: ["organization-owner", "security-manager"],
    }),
  },
  write: {
    access: permissionAccess("organization_administration", "write", ["write:org"], { roles: ["organization-owner"] }),
  },
};

/** Gets the push protection setting of each secret type, with its statistics. */
export const getPatternConfiguration = ({ read }: ReadWriteAccess) =>
  get(read, PatternConfiguration.schema(), [403, 404]);

const patternSetting = <const T extends string>(...values: T[]) => ({
  token_type: z.optional(z.string()),
  push_protection_setting: z.optional(z.enum(values)),
});

/** Updates the settings; 409 if `pattern_config_version` is not the current version. */
export const updatePatternConfiguration = ({ write }: ReadWriteAccess) =>
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
    ...write,
    // The version prevents lost updates: a retry with the old version is rejected.
    retry: "verify",
  }) as const satisfies Definition;
