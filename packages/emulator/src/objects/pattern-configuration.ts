import { customPatternsOf, customTokenType } from "../state/custom-patterns.ts";
import type { Database } from "../state/database.ts";
import {
  alertCountsOf,
  type PatternAlertCounts,
  type PatternConfiguration,
  type ProviderSetting,
  providerSettingsOf,
} from "../state/pattern-configurations.ts";
import { PROVIDER_PATTERNS } from "../state/provider-patterns.ts";

/**
 * Renders a push protection pattern configuration.
 * @param enterpriseSettings the enterprise's settings of provider patterns; undefined if there is no enterprise
 */
export function renderPatternConfiguration(
  db: Database,
  configuration: PatternConfiguration,
  enterpriseSettings: ReadonlyMap<string, ProviderSetting> | undefined,
) {
  const settings = providerSettingsOf(db, configuration.id);
  const custom = customPatternsOf(db, configuration.id);
  const alerts = alertCountsOf(db, configuration.id);
  const types = [...PROVIDER_PATTERNS.map((pattern) => pattern.token_type), ...custom.map(customTokenType)];
  const total = types.reduce((sum, type) => sum + (alerts.get(type)?.total ?? 0), 0);
  return {
    pattern_config_version: configuration.version,
    provider_pattern_overrides: PROVIDER_PATTERNS.map((pattern) => ({
      ...pattern,
      ...statistics(alerts.get(pattern.token_type), total),
      setting: settings.get(pattern.token_type) ?? "not-set",
      enterprise_setting: enterpriseSettings ? (enterpriseSettings.get(pattern.token_type) ?? "not-set") : null,
    })),
    custom_pattern_overrides: custom.map((pattern) => ({
      token_type: customTokenType(pattern),
      custom_pattern_version: pattern.version,
      slug: pattern.slug,
      display_name: pattern.name,
      ...statistics(alerts.get(customTokenType(pattern)), total),
      default_setting: "disabled",
      setting: pattern.setting,
    })),
  };
}

/** Returns alert counts, and rates in percent. */
function statistics(alerts: PatternAlertCounts | undefined, total: number) {
  const {
    total: count,
    false_positives: falsePositives,
    bypassed,
  } = alerts ?? { total: 0, false_positives: 0, bypassed: 0 };
  return {
    alert_total: count,
    alert_total_percentage: percentage(count, total),
    false_positives: falsePositives,
    false_positive_rate: percentage(falsePositives, count),
    bypass_rate: percentage(bypassed, count),
  };
}

function percentage(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole);
}
