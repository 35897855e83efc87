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

const feature = (first: "enabled" | "disabled" | "not_set") =>
  z._default(z.enum(["enabled", "disabled", "not_set"]), first);

/** The features that a configuration is about, each as a new one starts it. */
const FEATURES = {
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
export type Feature = keyof typeof FEATURES;

/** What a configuration makes of repositories. */
export const SecuritySettings = z.object({
  ...FEATURES,
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
    null,
  ),
  secret_scanning_delegated_bypass_options: z._default(
    z.object({ reviewers: z._default(z.array(BypassReviewer), []) }),
    { reviewers: [] },
  ),
});
export type SecuritySettings = z.output<typeof SecuritySettings>;

export const Enforcement = z.enum(["enforced", "unenforced"]);

/** A named set of security features for repositories; the service's own one belongs to no organization. */
export const SecurityConfiguration = z.object({
  id: z.int(),
  organization_id: z.nullable(z.int()),
  name: z.string(),
  description: z.nullable(z.string()),
  settings: json(SecuritySettings),
  enforcement: Enforcement,
  created_at: z.string(),
  updated_at: z.string(),
});
export type SecurityConfiguration = z.output<typeof SecurityConfiguration>;
export type NewConfiguration = Pick<SecurityConfiguration, "name" | "description" | "settings" | "enforcement">;

/**
 * How a repository stands with its configuration: it follows it, it was changed into something else, or it was parted from
 * it (public documentation of configuration statuses).
 */
const ConfiguredStatus = z.enum(["attached", "removed", "detached"]);

/** The service's own configuration is the first one. */
const RECOMMENDED = 1;
const FIRST_DAY = "2023-12-04T15:58:07Z";

/** Puts the service's own configuration there, at the first use of any. */
function addRecommended(db: Database): void {
  if (exists(db, "SELECT 1 FROM security_configurations WHERE id = ?", RECOMMENDED)) return;
  const settings: SecuritySettings = {
    ...z.parse(SecuritySettings, {}),
    ...{ code_security: "enabled", secret_protection: "enabled", dependency_graph: "enabled" },
    ...{
      dependency_graph_autosubmit_action: "not_set",
      updater_alerts: "enabled",
      updater_security_updates: "not_set",
    },
    ...{
      code_scanning_default_setup: "enabled",
      secret_scanning: "enabled",
      secret_scanning_push_protection: "enabled",
    },
    ...{ secret_scanning_validity_checks: "enabled", secret_scanning_non_provider_patterns: "enabled" },
    ...{ private_vulnerability_reporting: "enabled" },
  };
  db.run(
    "INSERT INTO security_configurations VALUES (?, NULL, ?, ?, ?, 'enforced', ?, ?)",
    ...[RECOMMENDED, "Recommended", "Suggested settings for updates, secret scanning and code scanning."],
    ...[JSON.stringify(settings), FIRST_DAY, FIRST_DAY],
  );
}

/** An organization's configurations, the service's own first. */
export function configurationsOf(db: Database, organizationId: number): SecurityConfiguration[] {
  addRecommended(db);
  const sql = "SELECT * FROM security_configurations WHERE organization_id = ? OR organization_id IS NULL ORDER BY id";
  return db.all(SecurityConfiguration, sql, organizationId);
}

/** One that the organization may use. */
export function findConfiguration(db: Database, organizationId: number, id: number): SecurityConfiguration | undefined {
  return configurationsOf(db, organizationId).find((configuration) => configuration.id === id);
}

export function findConfigurationByName(
  db: Database,
  organizationId: number,
  name: string,
): SecurityConfiguration | undefined {
  const sql = "SELECT * FROM security_configurations WHERE organization_id = ? AND name = ?";
  return db.get(SecurityConfiguration, sql, organizationId, name);
}

export function createConfiguration(
  db: Database,
  organizationId: number,
  { name, description, settings, enforcement }: NewConfiguration,
  now: string,
): SecurityConfiguration {
  addRecommended(db);
  const { id } = db.run(
    `INSERT INTO security_configurations (organization_id, name, description, settings, enforcement, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ...[organizationId, name, description, JSON.stringify(settings), enforcement, now, now],
  );
  const made = { organization_id: organizationId, name, description, settings, enforcement };
  return { id, ...made, created_at: now, updated_at: now };
}

export function updateConfiguration(
  db: Database,
  configuration: SecurityConfiguration,
  { name, description, settings, enforcement }: NewConfiguration,
  now: string,
): SecurityConfiguration {
  db.run(
    `UPDATE security_configurations SET name = ?, description = ?, settings = ?, enforcement = ?, updated_at = ?
     WHERE id = ?`,
    ...[name, description, JSON.stringify(settings), enforcement, now, configuration.id],
  );
  return { ...configuration, name, description, settings, enforcement, updated_at: now };
}

/** Deletes a configuration; its repositories have none from now on. */
export function deleteConfiguration(db: Database, { id }: SecurityConfiguration): void {
  db.run("DELETE FROM security_configurations WHERE id = ?", id);
}

const Configured = z.object({ configuration_id: z.int(), status: ConfiguredStatus });
export type Configured = z.output<typeof Configured>;

/** How a repository stands with the configuration that it has, or had last. */
export function configuredAs(db: Database, repositoryId: number): Configured | undefined {
  const sql = "SELECT configuration_id, status FROM configured_repositories WHERE repository_id = ?";
  return db.get(Configured, sql, repositoryId);
}

/** The configuration that a repository follows. */
export function configurationFollowed(db: Database, repositoryId: number): SecurityConfiguration | undefined {
  return db.get(
    SecurityConfiguration,
    `SELECT c.* FROM configured_repositories r JOIN security_configurations c ON c.id = r.configuration_id
     WHERE r.repository_id = ? AND r.status = 'attached'`,
    repositoryId,
  );
}

/** Says how a repository stands with a configuration, in place of any that it has: there is one at most. */
export function setConfigured(db: Database, repositoryId: number, configured: Configured): void {
  const { configuration_id, status } = configured;
  db.run("INSERT OR REPLACE INTO configured_repositories VALUES (?, ?, ?)", repositoryId, configuration_id, status);
}

const ConfiguredRepository = z.extend(Repository, { status: ConfiguredStatus });
export type ConfiguredRepository = z.output<typeof ConfiguredRepository>;

/** An organization's repositories that have, or had last, a configuration. @param visible which of them, each named `r` */
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

/** Kinds of repositories that have a default of their own. */
export const DEFAULT_KINDS = ["public", "private_and_internal"] as const;
export type DefaultKind = (typeof DEFAULT_KINDS)[number];

const Default = z.object({ kind: z.enum(DEFAULT_KINDS), configuration_id: z.int() });
export type Default = z.output<typeof Default>;

/** Which configurations an organization's new repositories get. */
export function defaultsOf(db: Database, organizationId: number): Default[] {
  const sql = "SELECT kind, configuration_id FROM default_configurations WHERE organization_id = ? ORDER BY kind DESC";
  return db.all(Default, sql, organizationId);
}

/** Makes a configuration the default for these kinds of repositories, and for no others. */
export function setDefaultFor(
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
