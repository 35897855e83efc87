import * as z from "zod/mini";
import { type Database, json } from "./database.ts";
import type { Selection } from "./selections.ts";

// What an organization's owners set for it: each setting a value of its own shape, and some of them repositories that it
// is for.

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

/** One setting: what it is called in the state, and its shape, which makes of `{}` what the service starts it as. */
export interface Setting<T> {
  readonly name: string;
  readonly shape: z.ZodMiniType<T>;
}

/** What an organization has set; what it never touched is as the service starts it. */
export function readSetting<T>(db: Database, { name, shape }: Setting<T>, organizationId: number): T {
  const Row = z.object({ value: json(shape) });
  const sql = "SELECT value FROM settings WHERE organization_id = ? AND name = ?";
  return db.get(Row, sql, organizationId, name)?.value ?? z.parse(shape, {});
}

export function writeSetting<T>(db: Database, { name }: Setting<T>, organizationId: number, value: T): void {
  db.run("INSERT OR REPLACE INTO settings VALUES (?, ?, ?)", organizationId, name, JSON.stringify(value));
}

/** The repositories that a setting of an organization is for, where it is for selected ones. */
export const settingSelection = ({ name }: Setting<unknown>, organizationId: number): Selection => ({
  table: "setting_repositories",
  columns: { organization_id: organizationId, name },
});
