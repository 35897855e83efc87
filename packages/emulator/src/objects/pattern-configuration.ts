import { customPatterns, customTokenType } from "../state/custom-patterns.ts";
import type { Database } from "../state/database.ts";
import {
  alertsUnder,
  type PatternAlerts,
  type PatternConfiguration,
  type ProviderSetting,
  providerSettings,
} from "../state/pattern-configurations.ts";
import { PROVIDER_PATTERNS } from "../state/provider-patterns.ts";

/**
 * How push protection treats all kinds of secret (document 2, Secret-scanning pattern configuration).
 * @param above what the enterprise above says of the kinds that the service knows; undefined where there is none
 */
export function renderPatternConfiguration(
  db: Database,
  configuration: PatternConfiguration,
  above: ReadonlyMap<string, ProviderSetting> | undefined,
) {
  const settings = providerSettings(db, configuration.id);
  const custom = customPatterns(db, configuration.id);
  const alerts = alertsUnder(db, configuration.id);
  const types = [...PROVIDER_PATTERNS.map((pattern) => pattern.token_type), ...custom.map(customTokenType)];
  const total = types.reduce((sum, type) => sum + (alerts.get(type)?.total ?? 0), 0);
  return {
    pattern_config_version: configuration.version,
    provider_pattern_overrides: PROVIDER_PATTERNS.map((pattern) => ({
      ...pattern,
      ...statistics(alerts.get(pattern.token_type), total),
      setting: settings.get(pattern.token_type) ?? "not-set",
      enterprise_setting: above ? (above.get(pattern.token_type) ?? "not-set") : null,
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

/** How often secrets of a kind were found, and how often rightly; rates in per cent. */
function statistics(alerts: PatternAlerts | undefined, total: number) {
  const { total: own, false_positives: wrong, bypassed } = alerts ?? { total: 0, false_positives: 0, bypassed: 0 };
  return {
    alert_total: own,
    alert_total_percentage: perCent(own, total),
    false_positives: wrong,
    false_positive_rate: perCent(wrong, own),
    bypass_rate: perCent(bypassed, own),
  };
}

function perCent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole);
}
