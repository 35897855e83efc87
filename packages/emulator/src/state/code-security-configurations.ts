import * as z from "zod/mini";
import { json, key, nullable, oneOf, type RowOf, reference, row, rowId, text, typedName } from "./columns.ts";
import type { Condition } from "./condition.ts";
import type { Database } from "./database.ts";
import { BypassReviewer, repositories } from "./repositories.ts";
import { table } from "./table.ts";

const feature = (initial: "enabled" | "disabled" | "not_set") =>
  z._default(z.enum(["enabled", "disabled", "not_set"]), initial);

/** The features of a configuration with their defaults. */
const SECURITY_FEATURES = {
  code_security: feature("disabled"),
  secret_protection: feature("disabled"),
  dependency_graph: feature("enabled"),
  dependency_graph_autosubmit_action: feature("disabled"),
  updater_alerts: feature("disabled"),
  updater_security_updates: feature("disabled"),
  updater_delegated_alert_dismissal: feature("disabled"),
  code_scanning_default_setup: feature("disabled"),
  code_scanning_delegated_alert_dismissal: feature("not_set"),
  secret_scanning: feature("disabled"),
  secret_scanning_push_protection: feature("disabled"),
  secret_scanning_delegated_bypass: feature("disabled"),
  secret_scanning_validity_checks: feature("disabled"),
  secret_scanning_non_provider_patterns: feature("disabled"),
  secret_scanning_generic_secrets: feature("disabled"),
  secret_scanning_delegated_alert_dismissal: feature("not_set"),
  secret_scanning_extended_metadata: feature("not_set"),
  private_vulnerability_reporting: feature("disabled"),
};
export type SecurityFeature = keyof typeof SECURITY_FEATURES;

/** The settings that a configuration applies to repositories. */
export const SecuritySettings = z.object({
  ...SECURITY_FEATURES,
  dependency_graph_autosubmit_action_options: z._default(
    z.object({ labeled_runners: z._default(z.boolean(), false) }),
    { labeled_runners: false },
  ),
  code_scanning_options: z._default(
    z.nullable(z.object({ allow_advanced: z._default(z.nullable(z.boolean()), null) })),
    null,
  ),
  code_scanning_default_setup_options: z._default(
    z.nullable(
      z.object({
        runner_type: z._default(z.enum(["standard", "labeled", "not_set"]), "not_set"),
        runner_label: z._default(z.nullable(z.string()), null),
      }),
    ),
    { runner_type: "not_set", runner_label: null },
  ),
  secret_scanning_delegated_bypass_options: z._default(
    z.object({ reviewers: z._default(z.array(BypassReviewer), []) }),
    { reviewers: [] },
  ),
});
export type SecuritySettings = z.output<typeof SecuritySettings>;

export const ConfigurationEnforcement = z.enum(["enforced", "unenforced"]);

/** A named set of security features for repositories. GitHub's recommended configuration belongs to no organization. */
export const securityConfigurations = table(
  "security_configurations",
  {
    id: rowId(),
    organization_id: nullable(reference("accounts")),
    name: typedName(),
    description: nullable(text()),
    settings: json(SecuritySettings),
    enforcement: text(ConfigurationEnforcement),
    created_at: text(),
    updated_at: text(),
  },
  { unique: [["organization_id", "name"]] },
);
export type SecurityConfiguration = RowOf<typeof securityConfigurations>;
export type NewSecurityConfiguration = Pick<SecurityConfiguration, "name" | "description" | "settings" | "enforcement">;

/**
 * The status of a repository's configuration: it is followed, its settings were changed, or it was detached.
 * @see GitHub's documentation on configuration statuses
 */
const AttachmentStatus = z.enum(["attached", "removed", "detached"]);

/** Id of GitHub's recommended configuration. */
const RECOMMENDED_ID = 1;
const RECOMMENDED_CREATED_AT = "2023-12-04T15:58:07Z";

/** Creates the recommended configuration when configurations are first used. */
function ensureRecommendedConfiguration(db: Database): void {
  if (securityConfigurations.has(db, { id: RECOMMENDED_ID })) return;
  const settings: SecuritySettings = {
    ...z.parse(SecuritySettings, {}),
    code_security: "enabled",
    secret_protection: "enabled",
    dependency_graph: "enabled",
    dependency_graph_autosubmit_action: "not_set",
    updater_alerts: "enabled",
    updater_security_updates: "not_set",
    code_scanning_default_setup: "enabled",
    secret_scanning: "enabled",
    secret_scanning_push_protection: "enabled",
    secret_scanning_validity_checks: "enabled",
    secret_scanning_non_provider_patterns: "enabled",
    private_vulnerability_reporting: "enabled",
  };
  securityConfigurations.put(db, {
    id: RECOMMENDED_ID,
    name: "Recommended",
    description: "Suggested settings for updates, secret scanning and code scanning.",
    settings,
    enforcement: "enforced",
    created_at: RECOMMENDED_CREATED_AT,
    updated_at: RECOMMENDED_CREATED_AT,
  });
}

/** Returns an organization's configurations, the recommended one first. */
export function securityConfigurationsOf(db: Database, organizationId: number): SecurityConfiguration[] {
  ensureRecommendedConfiguration(db);
  const sql = "SELECT * FROM security_configurations WHERE organization_id = ? OR organization_id IS NULL ORDER BY id";
  return db.all(securityConfigurations, sql, organizationId);
}

/** Finds a configuration that the organization can use. */
export function findSecurityConfiguration(
  db: Database,
  organizationId: number,
  id: number,
): SecurityConfiguration | undefined {
  return securityConfigurationsOf(db, organizationId).find((configuration) => configuration.id === id);
}

export function createSecurityConfiguration(
  db: Database,
  organizationId: number,
  configuration: NewSecurityConfiguration,
  now: string,
): SecurityConfiguration {
  ensureRecommendedConfiguration(db);
  const times = { created_at: now, updated_at: now };
  return securityConfigurations.insert(db, { ...configuration, ...times, organization_id: organizationId });
}

export function updateSecurityConfiguration(
  db: Database,
  configuration: SecurityConfiguration,
  { name, description, settings, enforcement }: NewSecurityConfiguration,
  now: string,
): SecurityConfiguration {
  const changes = { name, description, settings, enforcement, updated_at: now };
  securityConfigurations.update(db, { id: configuration.id }, changes);
  return { ...configuration, ...changes };
}

/** Deletes a configuration; its repositories no longer have one. */
export function deleteSecurityConfiguration(db: Database, { id }: SecurityConfiguration): void {
  securityConfigurations.delete(db, { id });
}

export const configuredRepositories = table(
  "configured_repositories",
  {
    repository_id: key(reference("repositories")),
    configuration_id: reference("security_configurations"),
    status: text(AttachmentStatus),
  },
  { indexes: { configured_repositories_by_configuration: "configuration_id" } },
);

/** Returns the configuration that a repository follows. */
export function attachedConfiguration(db: Database, repositoryId: number): SecurityConfiguration | undefined {
  return db.get(
    securityConfigurations,
    `SELECT c.* FROM configured_repositories r JOIN security_configurations c ON c.id = r.configuration_id
     WHERE r.repository_id = ? AND r.status = 'attached'`,
    repositoryId,
  );
}

const ConfiguredRepository = row({ ...repositories.columns, status: text(AttachmentStatus) });
export type ConfiguredRepository = RowOf<typeof ConfiguredRepository>;

/**
 * Returns an organization's repositories that have this configuration, or had it last.
 * @param visible condition on the repositories, which are named `r` in its SQL
 */
export function repositoriesWithConfiguration(
  db: Database,
  organizationId: number,
  configurationId: number,
  visible: Condition,
): ConfiguredRepository[] {
  return db.all(
    ConfiguredRepository,
    `SELECT r.*, c.status FROM configured_repositories c JOIN repositories r ON r.id = c.repository_id
     WHERE c.configuration_id = ? AND r.owner_id = ? AND (${visible.sql}) ORDER BY r.id`,
    ...[configurationId, organizationId, ...visible.values],
  );
}

/** Kinds of repositories that have their own default. */
export const DEFAULT_KINDS = ["public", "private_and_internal"] as const;
export type DefaultKind = (typeof DEFAULT_KINDS)[number];

export const defaultConfigurations = table(
  "default_configurations",
  {
    organization_id: reference("accounts"),
    kind: oneOf(DEFAULT_KINDS),
    configuration_id: reference("security_configurations"),
  },
  { key: ["organization_id", "kind"] },
);
export type DefaultConfiguration = RowOf<typeof defaultConfigurations>;

/** Makes a configuration the default for exactly these kinds of repositories. */
export function setDefaultConfiguration(
  db: Database,
  organizationId: number,
  configurationId: number,
  kinds: readonly DefaultKind[],
): void {
  defaultConfigurations.delete(db, { organization_id: organizationId, configuration_id: configurationId });
  for (const kind of kinds) {
    const row = { organization_id: organizationId, kind, configuration_id: configurationId };
    defaultConfigurations.put(db, row);
  }
}
