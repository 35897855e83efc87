import * as z from "zod/mini";
import type { Access } from "../access.ts";
import { allow } from "../allow.ts";
import type { Definition } from "../definition.ts";
import { EDITIONS, type Edition } from "../edition.ts";
import { PatternConfiguration } from "../objects/pattern-configuration.ts";

// Organizations and enterprises configure push protection alike (document 2, Secret-scanning pattern configuration).

interface Level {
  readonly read: Access;
  readonly write: Access;
  readonly editions: readonly Edition[];
}

/** What an organization looks for. */
export const ORGANIZATION_PATTERNS: Level = {
  read: allow("organization_administration", "read", ["read:org"], {
    roles: ["organization-owner", "security-manager"],
  }),
  write: allow("organization_administration", "write", ["write:org"], { roles: ["organization-owner"] }),
  editions: EDITIONS,
};

/** How push protection treats each kind of secret, and how often it was right. */
export const getPatternConfiguration = ({ read, editions }: Level) =>
  ({
    success: { 200: PatternConfiguration() },
    otherStatuses: [403, 404],
    access: read,
    retry: "safe",
    editions,
  }) as const satisfies Definition;

const setting = <const T extends string>(...values: T[]) => ({
  token_type: z.optional(z.string()),
  push_protection_setting: z.optional(z.enum(values)),
});

/** Changes it; 409 where `pattern_config_version` is no longer the current one. */
export const updatePatternConfiguration = ({ write, editions }: Level) =>
  ({
    body: z.object({
      pattern_config_version: z.optional(z.nullable(z.string())),
      provider_pattern_settings: z.optional(z.array(z.object(setting("not-set", "disabled", "enabled")))),
      custom_pattern_settings: z.optional(
        z.array(
          z.object({
            ...setting("disabled", "enabled"),
            custom_pattern_version: z.optional(z.nullable(z.string())),
          }),
        ),
      ),
    }),
    success: { 200: z.looseObject({ pattern_config_version: z.optional(z.string()) }) },
    otherStatuses: [400, 403, 404, 409, 422],
    access: write,
    // The version guards: a second try with the old one is refused.
    retry: "verify",
    editions,
  }) as const satisfies Definition;
