import type { Input } from "@forgehand/core/contract";
import type { updateOrganizationPatternConfiguration } from "@forgehand/core/operations";
import type { EmulatorContext } from "../../emulator-context.ts";
import { conflict, invalid } from "../../http-error.ts";
import { customPatternsOf, customTokenType, setCustomPatternSetting } from "../../state/custom-patterns.ts";
import type { Database } from "../../state/database.ts";
import * as state from "../../state/pattern-configurations.ts";
import { PROVIDER_PATTERNS } from "../../state/provider-patterns.ts";
import { timestamp } from "../../timestamp.ts";

type PatternConfigurationUpdate = Omit<Input<typeof updateOrganizationPatternConfiguration>, "org">;

/**
 * Updates the push protection settings of secret patterns, all of them or none. Without a version, the current one is
 * overwritten.
 * @returns the new version
 * @throws HttpError 409 on an outdated version, 422 on an unknown token type
 */
export function changePatternConfiguration(
  { db, now }: EmulatorContext,
  owner: state.PatternConfigurationOwner,
  update: PatternConfigurationUpdate,
): string {
  const configuration = state.patternConfigurationOf(db, owner);
  if (isStale(update.pattern_config_version, configuration.version)) {
    throw conflict("The pattern configuration has changed since this version of it was read.");
  }
  const provider = (update.provider_pattern_settings ?? []).map(providerChange);
  const custom = customChanges(db, configuration, update.custom_pattern_settings ?? []);
  if (provider.length + custom.length === 0) return configuration.version;
  return db.transaction(() => {
    for (const { type, setting } of provider) {
      state.providerSettings.put(db, { configuration_id: configuration.id, token_type: type, setting });
    }
    for (const { pattern, setting } of custom) setCustomPatternSetting(db, pattern, setting, timestamp(now()));
    return state.renewVersion(db, configuration.id);
  });
}

/** Returns whether the caller's version is outdated. Callers without a version overwrite the current one. */
export function isStale(version: string | null | undefined, current: string): boolean {
  return version !== undefined && version !== null && version !== current;
}

type ProviderChange = NonNullable<PatternConfigurationUpdate["provider_pattern_settings"]>[number];

function providerChange({ token_type: type, push_protection_setting: setting }: ProviderChange, index: number) {
  const field = `provider_pattern_settings.${index}`;
  if (type === undefined || !PROVIDER_PATTERNS.some((pattern) => pattern.token_type === type)) {
    throw unknownTokenType(field, type);
  }
  if (setting === undefined) throw invalid(`${field}.push_protection_setting`, "is missing", "missing_field");
  return { type, setting };
}

function customChanges(
  db: Database,
  configuration: state.PatternConfiguration,
  settings: NonNullable<PatternConfigurationUpdate["custom_pattern_settings"]>,
) {
  const known = new Map(customPatternsOf(db, configuration.id).map((pattern) => [customTokenType(pattern), pattern]));
  return settings.map(({ token_type: type = "", push_protection_setting: setting, ...custom }, index) => {
    const field = `custom_pattern_settings.${index}`;
    const pattern = known.get(type);
    if (!pattern) throw unknownTokenType(field, type);
    if (setting === undefined) throw invalid(`${field}.push_protection_setting`, "is missing", "missing_field");
    if (isStale(custom.custom_pattern_version, pattern.version)) {
      throw conflict(`The custom pattern ${type} has changed since this version of it was read.`);
    }
    if (setting === "enabled" && pattern.state !== "published") {
      throw invalid(`${field}.push_protection_setting`, 'must not be "enabled" for an unpublished pattern');
    }
    return { pattern, setting };
  });
}

function unknownTokenType(field: string, type: string | undefined) {
  return invalid(`${field}.token_type`, `must be a known token type, got ${JSON.stringify(type ?? "")}`);
}
