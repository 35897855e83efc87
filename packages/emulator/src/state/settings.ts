import * as z from "zod/mini";
import { type Database, json } from "./database.ts";
import type { Selection } from "./selections.ts";

// Settings of organizations. Each has a value of its own shape; some also select repositories.

export const SETTING_TABLES = `
CREATE TABLE settings (
  organization_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, name TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (organization_id, name)
) STRICT;
`;

export const SETTING_REPOSITORY_TABLES = `
CREATE TABLE setting_repositories (
  organization_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, name TEXT NOT NULL,
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
  PRIMARY KEY (organization_id, name, repository_id)
) STRICT;
CREATE INDEX setting_repositories_by_repository ON setting_repositories (repository_id);
`;

/** A setting: its stored name and its shape. Parsing `{}` with the shape gives the default. */
export interface SettingDefinition<T> {
  readonly name: string;
  readonly shape: z.ZodMiniType<T>;
}

/** Reads a setting of an organization, or its default if it was never set. */
export function readSetting<T>(db: Database, { name, shape }: SettingDefinition<T>, organizationId: number): T {
  const Row = z.object({ value: json(shape) });
  const sql = "SELECT value FROM settings WHERE organization_id = ? AND name = ?";
  return db.get(Row, sql, organizationId, name)?.value ?? z.parse(shape, {});
}

export function writeSetting<T>(db: Database, { name }: SettingDefinition<T>, organizationId: number, value: T): void {
  db.run("INSERT OR REPLACE INTO settings VALUES (?, ?, ?)", organizationId, name, JSON.stringify(value));
}

/** The repositories selected for an organization's setting. */
export const settingSelection = ({ name }: SettingDefinition<unknown>, organizationId: number): Selection => ({
  table: "setting_repositories",
  columns: { organization_id: organizationId, name },
});
