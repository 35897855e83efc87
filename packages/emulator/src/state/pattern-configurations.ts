import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import type { Database } from "./database.ts";

export const PATTERN_CONFIGURATION_TABLES = `
CREATE TABLE pattern_configurations (
  id INTEGER PRIMARY KEY, organization_id INTEGER UNIQUE REFERENCES accounts ON DELETE CASCADE,
  enterprise_id INTEGER UNIQUE REFERENCES enterprises ON DELETE CASCADE, version TEXT NOT NULL,
  CHECK ((organization_id IS NULL) <> (enterprise_id IS NULL))
) STRICT;
CREATE TABLE provider_settings (
  configuration_id INTEGER NOT NULL REFERENCES pattern_configurations ON DELETE CASCADE,
  token_type TEXT NOT NULL, setting TEXT NOT NULL, PRIMARY KEY (configuration_id, token_type)
) STRICT;
CREATE TABLE pattern_alerts (
  configuration_id INTEGER NOT NULL REFERENCES pattern_configurations ON DELETE CASCADE, token_type TEXT NOT NULL,
  total INTEGER NOT NULL, false_positives INTEGER NOT NULL, bypassed INTEGER NOT NULL,
  PRIMARY KEY (configuration_id, token_type)
) STRICT;
`;

/** Whose push protection it is. */
export type ConfigurationOwner = { readonly organizationId: number } | { readonly enterpriseId: number };

/** How an owner's push protection treats secrets; its version is another one after each change. */
export const PatternConfiguration = z.object({ id: z.int(), version: z.string() });
export type PatternConfiguration = z.output<typeof PatternConfiguration>;

export const ProviderSetting = z.enum(["not-set", "disabled", "enabled"]);
export type ProviderSetting = z.output<typeof ProviderSetting>;

/** How often secrets of a kind were found, found wrongly, and pushed all the same. */
export const PatternAlerts = z.object({
  token_type: z.string(),
  total: z.int(),
  false_positives: z.int(),
  bypassed: z.int(),
});
export type PatternAlerts = z.output<typeof PatternAlerts>;

/** The version of something that nobody else has, nor had. */
export const newVersion = () => randomBytes(20).toString("base64url");

/** An owner's configuration; there at its first use. */
export function configurationOf(db: Database, owner: ConfigurationOwner): PatternConfiguration {
  const [column, id] =
    "organizationId" in owner ? ["organization_id", owner.organizationId] : ["enterprise_id", owner.enterpriseId];
  const sql = `SELECT id, version FROM pattern_configurations WHERE ${column} = ?`;
  const known = db.get(PatternConfiguration, sql, id);
  if (known) return known;
  const version = newVersion();
  const made = db.run(`INSERT INTO pattern_configurations (${column}, version) VALUES (?, ?)`, id, version);
  return { id: made.id, version };
}

/** What a configuration says of the kinds of secret that the service knows; of others it says nothing. */
export function providerSettings(db: Database, configurationId: number): ReadonlyMap<string, ProviderSetting> {
  const Row = z.object({ token_type: z.string(), setting: ProviderSetting });
  const rows = db.all(Row, "SELECT * FROM provider_settings WHERE configuration_id = ?", configurationId);
  return new Map(rows.map(({ token_type, setting }) => [token_type, setting]));
}

export function setProviderSetting(db: Database, configurationId: number, tokenType: string, setting: ProviderSetting) {
  db.run("INSERT OR REPLACE INTO provider_settings VALUES (?, ?, ?)", configurationId, tokenType, setting);
}

/** @returns the configuration's new version */
export function renewVersion(db: Database, configurationId: number): string {
  const version = newVersion();
  db.run("UPDATE pattern_configurations SET version = ? WHERE id = ?", version, configurationId);
  return version;
}

export function setAlerts(db: Database, configurationId: number, alerts: PatternAlerts): void {
  db.run(
    "INSERT OR REPLACE INTO pattern_alerts VALUES (?, ?, ?, ?, ?)",
    ...[configurationId, alerts.token_type, alerts.total, alerts.false_positives, alerts.bypassed],
  );
}

/** Forgets what was found of a kind of secret. */
export function deleteAlerts(db: Database, configurationId: number, tokenType: string): void {
  db.run("DELETE FROM pattern_alerts WHERE configuration_id = ? AND token_type = ?", configurationId, tokenType);
}

/** What was found under a configuration, by the kind of secret; under an enterprise's, in its organizations too. */
export function alertsUnder(db: Database, configurationId: number): ReadonlyMap<string, PatternAlerts> {
  const rows = db.all(
    PatternAlerts,
    `SELECT token_type, sum(total) AS total, sum(false_positives) AS false_positives, sum(bypassed) AS bypassed
     FROM pattern_alerts WHERE configuration_id = ?1 OR configuration_id IN (
       SELECT c.id FROM pattern_configurations own JOIN accounts a ON a.enterprise_id = own.enterprise_id
         JOIN pattern_configurations c ON c.organization_id = a.id WHERE own.id = ?1)
     GROUP BY token_type`,
    configurationId,
  );
  return new Map(rows.map((alerts) => [alerts.token_type, alerts]));
}
