import * as z from "zod/mini";
import type { Condition } from "./condition.ts";
import { type Database, exists, json } from "./database.ts";
import { BypassReviewer, Repository } from "./repositories.ts";

export const SECURITY_CONFIGURATION_TABLES = `
CREATE TABLE security_configurations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, organization_id INTEGER REFERENCES accounts ON DELETE CASCADE,
  name TEXT NOT NULL COLLATE NOCASE, description TEXT, settings TEXT NOT NULL, enforcement TEXT NOT NULL,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, UNIQUE (organization_id, name)
) STRICT;
CREATE TABLE configured_repositories (
  repository_id INTEGER PRIMARY KEY REFERENCES repositories ON DELETE CASCADE,
  configuration_id INTEGER NOT NULL REFERENCES security_configurations ON DELETE CASCADE, status TEXT NOT NULL
) STRICT;
CREATE INDEX configured_repositories_by_configuration ON configured_repositories (configuration_id);
CREATE TABLE default_configurations (
  organization_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, kind TEXT NOT NULL,
  configuration_id INTEGER NOT NULL REFERENCES security_configurations ON DELETE CASCADE,
  PRIMARY KEY (organization_id, kind)
) STRICT;
`;

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
export const SecurityConfiguration = z.object({
  id: z.int(),
  organization_id: z.nullable(z.int()),
  name: z.string(),
  description: z.nullable(z.string()),
  settings: json(SecuritySettings),
  enforcement: ConfigurationEnforcement,
  created_at: z.string(),
  updated_at: z.string(),
});
export type SecurityConfiguration = z.output<typeof SecurityConfiguration>;
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
  if (exists(db, "SELECT 1 FROM security_configurations WHERE id = ?", RECOMMENDED_ID)) return;
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
  db.run(
    "INSERT INTO security_configurations VALUES (?, NULL, ?, ?, ?, 'enforced', ?, ?)",
    ...[RECOMMENDED_ID, "Recommended", "Suggested settings for updates, secret scanning and code scanning."],
    ...[JSON.stringify(settings), RECOMMENDED_CREATED_AT, RECOMMENDED_CREATED_AT],
  );
}

/** Returns an organization's configurations, the recommended one first. */
export function securityConfigurationsOf(db: Database, organizationId: number): SecurityConfiguration[] {
  ensureRecommendedConfiguration(db);
  const sql = "SELECT * FROM security_configurations WHERE organization_id = ? OR organization_id IS NULL ORDER BY id";
  return db.all(SecurityConfiguration, sql, organizationId);
}

/** Finds a configuration that the organization can use. */
export function findSecurityConfiguration(
  db: Database,
  organizationId: number,
  id: number,
): SecurityConfiguration | undefined {
  return securityConfigurationsOf(db, organizationId).find((configuration) => configuration.id === id);
}

export function findSecurityConfigurationByName(
  db: Database,
  organizationId: number,
  name: string,
): SecurityConfiguration | undefined {
  const sql = "SELECT * FROM security_configurations WHERE organization_id = ? AND name = ?";
  return db.get(SecurityConfiguration, sql, organizationId, name);
}

export function createSecurityConfiguration(
  db: Database,
  organizationId: number,
  { name, description, settings, enforcement }: NewSecurityConfiguration,
  now: string,
): SecurityConfiguration {
  ensureRecommendedConfiguration(db);
  const { id } = db.run(
    `INSERT INTO security_configurations (organization_id, name, description, settings, enforcement, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ...[organizationId, name, description, JSON.stringify(settings), enforcement, now, now],
  );
  const created = { organization_id: organizationId, name, description, settings, enforcement };
  return { id, ...created, created_at: now, updated_at: now };
}

export function updateSecurityConfiguration(
  db: Database,
  configuration: SecurityConfiguration,
  { name, description, settings, enforcement }: NewSecurityConfiguration,
  now: string,
): SecurityConfiguration {
  db.run(
    `UPDATE security_configurations SET name = ?, description = ?, settings = ?, enforcement = ?, updated_at = ?
     WHERE id = ?`,
    ...[name, description, JSON.stringify(settings), enforcement, now, configuration.id],
  );
  return { ...configuration, name, description, settings, enforcement, updated_at: now };
}

/** Deletes a configuration; its repositories no longer have one. */
export function deleteSecurityConfiguration(db: Database, { id }: SecurityConfiguration): void {
  db.run("DELETE FROM security_configurations WHERE id = ?", id);
}

const ConfigurationAttachment = z.object({ configuration_id: z.int(), status: AttachmentStatus });
export type ConfigurationAttachment = z.output<typeof ConfigurationAttachment>;

/** Returns the current or last configuration of a repository. */
export function findAttachment(db: Database, repositoryId: number): ConfigurationAttachment | undefined {
  const sql = "SELECT configuration_id, status FROM configured_repositories WHERE repository_id = ?";
  return db.get(ConfigurationAttachment, sql, repositoryId);
}

/** Returns the configuration that a repository follows. */
export function attachedConfiguration(db: Database, repositoryId: number): SecurityConfiguration | undefined {
  return db.get(
    SecurityConfiguration,
    `SELECT c.* FROM configured_repositories r JOIN security_configurations c ON c.id = r.configuration_id
     WHERE r.repository_id = ? AND r.status = 'attached'`,
    repositoryId,
  );
}

/** Sets the configuration of a repository, replacing any other: a repository has at most one. */
export function setAttachment(db: Database, repositoryId: number, attachment: ConfigurationAttachment): void {
  const { configuration_id, status } = attachment;
  db.run("INSERT OR REPLACE INTO configured_repositories VALUES (?, ?, ?)", repositoryId, configuration_id, status);
}

const ConfiguredRepository = z.extend(Repository, { status: AttachmentStatus });
export type ConfiguredRepository = z.output<typeof ConfiguredRepository>;

/**
 * Returns an organization's repositories that have this configuration, or had it last.
 * @param visible condition on the repositories, which are named `r` in its SQL
 */
export function configuredRepositories(
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

const DefaultConfiguration = z.object({ kind: z.enum(DEFAULT_KINDS), configuration_id: z.int() });
export type DefaultConfiguration = z.output<typeof DefaultConfiguration>;

/** Returns the default configurations for an organization's new repositories. */
export function defaultConfigurationsOf(db: Database, organizationId: number): DefaultConfiguration[] {
  const sql = "SELECT kind, configuration_id FROM default_configurations WHERE organization_id = ? ORDER BY kind DESC";
  return db.all(DefaultConfiguration, sql, organizationId);
}

/** Makes a configuration the default for exactly these kinds of repositories. */
export function setDefaultConfiguration(
  db: Database,
  organizationId: number,
  configurationId: number,
  kinds: readonly DefaultKind[],
): void {
  db.run(
    "DELETE FROM default_configurations WHERE organization_id = ? AND configuration_id = ?",
    organizationId,
    configurationId,
  );
  for (const kind of kinds) {
    db.run("INSERT OR REPLACE INTO default_configurations VALUES (?, ?, ?)", organizationId, kind, configurationId);
  }
}
