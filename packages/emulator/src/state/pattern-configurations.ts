import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { integer, key, nullable, type RowOf, reference, row, text } from "./columns.ts";
import type { Database } from "./database.ts";
import { table } from "./table.ts";

/** The owner of a push protection configuration. */
export type PatternConfigurationOwner = { readonly organization_id: number } | { readonly enterprise_id: number };

export const ProviderSetting = z.enum(["not-set", "disabled", "enabled"]);
export type ProviderSetting = z.output<typeof ProviderSetting>;

/** The push protection configurations of organizations and enterprises. Each change gives one a new version. */
export const patternConfigurations = table(
  "pattern_configurations",
  {
    id: key(integer()),
    organization_id: nullable(reference("accounts")),
    enterprise_id: nullable(reference("enterprises")),
    version: text(),
  },
  {
    unique: [["organization_id"], ["enterprise_id"]],
    constraints: ["CHECK ((organization_id IS NULL) <> (enterprise_id IS NULL))"],
  },
);

export type PatternConfiguration = RowOf<typeof patternConfigurations>;

/** Settings of the service's own patterns. */
export const providerSettings = table(
  "provider_settings",
  {
    configuration_id: reference("pattern_configurations"),
    token_type: text(),
    setting: text(ProviderSetting),
  },
  { key: ["configuration_id", "token_type"] },
);

const alertColumns = { token_type: text(), total: integer(), false_positives: integer(), bypassed: integer() };

/** Numbers of alerts, false positives and bypassed pushes by token type. */
export const patternAlerts = table(
  "pattern_alerts",
  {
    configuration_id: reference("pattern_configurations"),
    ...alertColumns,
  },
  { key: ["configuration_id", "token_type"] },
);

const PatternAlertCounts = row(alertColumns);
export type PatternAlertCounts = RowOf<typeof PatternAlertCounts>;

/** Returns a random, unique version. */
export const generateVersion = () => randomBytes(20).toString("base64url");

/** Returns an owner's configuration, created at its first use. */
export function patternConfigurationOf(db: Database, owner: PatternConfigurationOwner): PatternConfiguration {
  return (
    patternConfigurations.find(db, owner) ?? patternConfigurations.insert(db, { ...owner, version: generateVersion() })
  );
}

/** Returns the configured settings of GitHub's own patterns; others are absent. */
export function providerSettingsOf(db: Database, configurationId: number): ReadonlyMap<string, ProviderSetting> {
  const rows = providerSettings.all(db, { configuration_id: configurationId });
  return new Map(rows.map(({ token_type, setting }) => [token_type, setting]));
}

/** @returns the configuration's new version */
export function renewVersion(db: Database, configurationId: number): string {
  const version = generateVersion();
  patternConfigurations.update(db, { id: configurationId }, { version });
  return version;
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
