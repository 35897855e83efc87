import type { Input } from "@forgehand/core/contract";
import type { updateOrganizationPatternConfiguration } from "@forgehand/core/operations";
import { conflict, invalid } from "../../http/refusal.ts";
import { customPatterns, customTokenType, setCustomSetting } from "../../state/custom-patterns.ts";
import type { Database } from "../../state/database.ts";
import * as state from "../../state/pattern-configurations.ts";
import { PROVIDER_PATTERNS } from "../../state/provider-patterns.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";

type Update = Omit<Input<typeof updateOrganizationPatternConfiguration>, "org">;

/**
 * Changes how push protection treats kinds of secret, all of them or none (document 2, Secret-scanning pattern
 * configuration). A caller that names no version, or null, overrides whatever there is.
 * @returns the new version
 * @throws Refusal 409 on a version that is no longer the current one, 422 on a kind of secret that there isn't
 */
export function changePatternConfiguration(
  { db, now }: World,
  owner: state.ConfigurationOwner,
  update: Update,
): string {
  const configuration = state.configurationOf(db, owner);
  if (isStale(update.pattern_config_version, configuration.version)) {
    throw conflict("The pattern configuration has changed since this version of it was read.");
  }
  const provider = (update.provider_pattern_settings ?? []).map(providerChange);
  const custom = customChanges(db, configuration, update.custom_pattern_settings ?? []);
  if (provider.length + custom.length === 0) return configuration.version;
  return db.transaction(() => {
    for (const { type, setting } of provider) state.setProviderSetting(db, configuration.id, type, setting);
    for (const { pattern, setting } of custom) setCustomSetting(db, pattern, setting, timestamp(now()));
    return state.renewVersion(db, configuration.id);
  });
}

/** Does a caller know another version than the current one? Who names none overrides whatever there is. */
export function isStale(told: string | null | undefined, current: string): boolean {
  return told !== undefined && told !== null && told !== current;
}

type ProviderChange = NonNullable<Update["provider_pattern_settings"]>[number];

function providerChange({ token_type: type, push_protection_setting: setting }: ProviderChange, index: number) {
  const at = `provider_pattern_settings.${index}`;
  if (type === undefined || !PROVIDER_PATTERNS.some((pattern) => pattern.token_type === type)) {
    throw noSuchType(at, type);
  }
  if (setting === undefined) throw invalid(`${at}.push_protection_setting`, "is missing", "missing_field");
  return { type, setting };
}

function customChanges(
  db: Database,
  configuration: state.PatternConfiguration,
  settings: NonNullable<Update["custom_pattern_settings"]>,
) {
  const known = new Map(customPatterns(db, configuration.id).map((pattern) => [customTokenType(pattern), pattern]));
  return settings.map(({ token_type: type = "", push_protection_setting: setting, ...told }, index) => {
    const at = `custom_pattern_settings.${index}`;
    const pattern = known.get(type);
    if (!pattern) throw noSuchType(at, type);
    if (setting === undefined) throw invalid(`${at}.push_protection_setting`, "is missing", "missing_field");
    if (isStale(told.custom_pattern_version, pattern.version)) {
      throw conflict(`The custom pattern ${type} has changed since this version of it was read.`);
    }
    if (setting === "enabled" && pattern.state !== "published") {
      throw invalid(`${at}.push_protection_setting`, "only what is published can be protected");
    }
    return { pattern, setting };
  });
}

function noSuchType(at: string, type: string | undefined) {
  return invalid(`${at}.token_type`, `there is no kind of secret ${JSON.stringify(type ?? "")}`);
}
