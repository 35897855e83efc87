import type { Feature, SecurityConfiguration, SecuritySettings } from "./code-security-configurations.ts";
import type { Repository, RepositorySettings } from "./repositories.ts";

// A repository's security features are among its settings, by the names that repositories have for them.

/** What repositories call a feature that configurations have another name for. */
const OWN_NAMES: Readonly<Partial<Record<Feature, string>>> = {
  secret_scanning_generic_secrets: "secret_scanning_ai_detection",
};

/** The features that a repository shows to those who ask for it (public description). */
export const SHOWN_FEATURES: readonly string[] = [
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

/** One feature of several at once: whoever switches it switches them all, and it is on where they all are. */
const ADVANCED = ["code_security", "secret_protection"] as const;

/** The features that a configuration says something of, by a repository's names for them. */
export function featuresSet(settings: SecuritySettings): ReadonlyMap<string, "enabled" | "disabled"> {
  const { dependency_graph_autosubmit_action_options: _1, code_scanning_options: _2, ...rest } = settings;
  const { code_scanning_default_setup_options: _3, secret_scanning_delegated_bypass_options: _4, ...features } = rest;
  const set = new Map<string, "enabled" | "disabled">();
  for (const [feature, status] of Object.entries(features)) {
    if (status !== "not_set") set.set(ownName(feature), status);
  }
  const advanced = ADVANCED.map((feature) => settings[feature]);
  if (advanced.includes("disabled")) set.set("advanced_security", "disabled");
  else if (!advanced.includes("not_set")) set.set("advanced_security", "enabled");
  return set;
}

function ownName(feature: string): string {
  return Object.entries(OWN_NAMES).find(([name]) => name === feature)?.[1] ?? feature;
}

/** A repository's settings once it has the features of a configuration; what that says nothing of stays. */
export function withFeatures(before: RepositorySettings, { settings }: SecurityConfiguration): RepositorySettings {
  const { reviewers } = settings.secret_scanning_delegated_bypass_options;
  const isBypassed = settings.secret_scanning_delegated_bypass === "enabled";
  return {
    ...before,
    security: { ...before.security, ...Object.fromEntries(featuresSet(settings)) },
    ...(isBypassed ? { bypass_reviewers: reviewers } : {}),
  };
}

/** A repository's settings once one feature is switched. */
export function withFeature(before: RepositorySettings, feature: string, status: string): RepositorySettings {
  const names = feature === "advanced_security" ? [feature, ...ADVANCED] : [feature];
  return { ...before, security: { ...before.security, ...Object.fromEntries(names.map((name) => [name, status])) } };
}

/** Does a repository have what a configuration says of it? */
export function follows({ settings: { security } }: Pick<Repository, "settings">, settings: SecuritySettings): boolean {
  return [...featuresSet(settings)].every(([feature, status]) => security[feature] === status);
}
