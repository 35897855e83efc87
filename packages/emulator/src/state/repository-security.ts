import type { SecurityConfiguration, SecurityFeature, SecuritySettings } from "./code-security-configurations.ts";
import type { Repository, RepositorySettings } from "./repositories.ts";

// A repository's security features are part of its settings, under the names that repositories use.

/** Features whose names differ between repositories and configurations. */
const REPOSITORY_FEATURE_NAMES: Readonly<Partial<Record<SecurityFeature, string>>> = {
  secret_scanning_generic_secrets: "secret_scanning_ai_detection",
};

/** The features that the API returns for a repository. */
export const VISIBLE_FEATURES: readonly string[] = [
  "advanced_security",
  "code_security",
  "updater_security_updates",
  "secret_scanning",
  "secret_scanning_push_protection",
  "secret_scanning_ai_detection",
  "secret_scanning_non_provider_patterns",
  "secret_scanning_delegated_alert_dismissal",
  "secret_scanning_delegated_bypass",
];

/** The features that `advanced_security` combines: it switches all of them, and is enabled if all of them are. */
const ADVANCED_SECURITY_FEATURES = ["code_security", "secret_protection"] as const;

/** Returns the features that a configuration sets, under the names that repositories use. */
export function configuredFeatures(settings: SecuritySettings): ReadonlyMap<string, "enabled" | "disabled"> {
  const { dependency_graph_autosubmit_action_options: _1, code_scanning_options: _2, ...rest } = settings;
  const { code_scanning_default_setup_options: _3, secret_scanning_delegated_bypass_options: _4, ...features } = rest;
  const set = new Map<string, "enabled" | "disabled">();
  for (const [feature, status] of Object.entries(features)) {
    if (status !== "not_set") set.set(repositoryFeatureName(feature), status);
  }
  const advanced = ADVANCED_SECURITY_FEATURES.map((feature) => settings[feature]);
  if (advanced.includes("disabled")) set.set("advanced_security", "disabled");
  else if (!advanced.includes("not_set")) set.set("advanced_security", "enabled");
  return set;
}

function repositoryFeatureName(feature: string): string {
  return Object.entries(REPOSITORY_FEATURE_NAMES).find(([name]) => name === feature)?.[1] ?? feature;
}

/** Returns a repository's settings with a configuration applied. Features that it doesn't set are unchanged. */
export function withConfiguration(before: RepositorySettings, { settings }: SecurityConfiguration): RepositorySettings {
  const { reviewers } = settings.secret_scanning_delegated_bypass_options;
  const hasDelegatedBypass = settings.secret_scanning_delegated_bypass === "enabled";
  return {
    ...before,
    security: { ...before.security, ...Object.fromEntries(configuredFeatures(settings)) },
    ...(hasDelegatedBypass ? { bypass_reviewers: reviewers } : {}),
  };
}

/** Returns a repository's settings with one feature changed. */
export function withFeature(before: RepositorySettings, feature: string, status: string): RepositorySettings {
  const names = feature === "advanced_security" ? [feature, ...ADVANCED_SECURITY_FEATURES] : [feature];
  return { ...before, security: { ...before.security, ...Object.fromEntries(names.map((name) => [name, status])) } };
}

/** Returns whether a repository's features match a configuration. */
export function matchesConfiguration(
  { settings: { security } }: Pick<Repository, "settings">,
  settings: SecuritySettings,
): boolean {
  return [...configuredFeatures(settings)].every(([feature, status]) => security[feature] === status);
}
