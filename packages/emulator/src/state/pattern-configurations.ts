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

/** The owner of a push protection configuration. */
export type PatternConfigurationOwner = { readonly organizationId: number } | { readonly enterpriseId: number };

/** An owner's push protection configuration. Each change gives it a new version. */
export const PatternConfiguration = z.object({ id: z.int(), version: z.string() });
export type PatternConfiguration = z.output<typeof PatternConfiguration>;

export const ProviderSetting = z.enum(["not-set", "disabled", "enabled"]);
export type ProviderSetting = z.output<typeof ProviderSetting>;

/** Numbers of alerts, false positives and bypassed pushes of a token type. */
export const PatternAlertCounts = z.object({
  token_type: z.string(),
  total: z.int(),
  false_positives: z.int(),
  bypassed: z.int(),
});
export type PatternAlertCounts = z.output<typeof PatternAlertCounts>;

/** Returns a random, unique version. */
export const generateVersion = () => randomBytes(20).toString("base64url");

/** Returns an owner's configuration, created at its first use. */
export function patternConfigurationOf(db: Database, owner: PatternConfigurationOwner): PatternConfiguration {
  const [column, id] =
    "organizationId" in owner ? ["organization_id", owner.organizationId] : ["enterprise_id", owner.enterpriseId];
  const sql = `SELECT id, version FROM pattern_configurations WHERE ${column} = ?`;
  const existing = db.get(PatternConfiguration, sql, id);
  if (existing) return existing;
  const version = generateVersion();
  const created = db.run(`INSERT INTO pattern_configurations (${column}, version) VALUES (?, ?)`, id, version);
  return { id: created.id, version };
}

/** Returns the configured settings of GitHub's own patterns; others are absent. */
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
  const version = generateVersion();
  db.run("UPDATE pattern_configurations SET version = ? WHERE id = ?", version, configurationId);
  return version;
}

export function setAlertCounts(db: Database, configurationId: number, alerts: PatternAlertCounts): void {
  db.run(
    "INSERT OR REPLACE INTO pattern_alerts VALUES (?, ?, ?, ?, ?)",
    ...[configurationId, alerts.token_type, alerts.total, alerts.false_positives, alerts.bypassed],
  );
}

export function deleteAlertCounts(db: Database, configurationId: number, tokenType: string): void {
  db.run("DELETE FROM pattern_alerts WHERE configuration_id = ? AND token_type = ?", configurationId, tokenType);
}

/** Returns a configuration's alert counts by token type. Those of an enterprise include its organizations' counts. */
export function alertCountsOf(db: Database, configurationId: number): ReadonlyMap<string, PatternAlertCounts> {
  const rows = db.all(
    PatternAlertCounts,
    `SELECT token_type, sum(total) AS total, sum(false_positives) AS false_positives, sum(bypassed) AS bypassed
     FROM pattern_alerts WHERE configuration_id = ?1 OR configuration_id IN (
       SELECT c.id FROM pattern_configurations own JOIN accounts a ON a.enterprise_id = own.enterprise_id
         JOIN pattern_configurations c ON c.organization_id = a.id WHERE own.id = ?1)
     GROUP BY token_type`,
    configurationId,
  );
  return new Map(rows.map((alerts) => [alerts.token_type, alerts]));
}
