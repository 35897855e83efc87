import * as z from "zod/mini";
import { json, reference, text } from "./columns.ts";
import type { Database } from "./database.ts";
import type { Selection } from "./selections.ts";
import { table } from "./table.ts";

// Settings of organizations. Each has a value of its own shape; some also select repositories.

export const settings = table(
  "settings",
  {
    organization_id: reference("accounts"),
    name: text(),
    value: json(z.unknown()),
  },
  { key: ["organization_id", "name"] },
);

export const settingRepositories = table(
  "setting_repositories",
  {
    organization_id: reference("accounts"),
    name: text(),
    repository_id: reference("repositories"),
  },
  {
    key: ["organization_id", "name", "repository_id"],
    indexes: { setting_repositories_by_repository: "repository_id" },
  },
);

/** A setting: its stored name and its shape. Parsing `{}` with the shape gives the default. */
export interface SettingDefinition<T> {
  readonly name: string;
  readonly shape: z.ZodMiniType<T>;
}

/** Reads a setting of an organization, or its default if it was never set. */
export function readSetting<T>(db: Database, { name, shape }: SettingDefinition<T>, organizationId: number): T {
  return z.parse(shape, settings.find(db, { organization_id: organizationId, name })?.value ?? {});
}

export function writeSetting<T>(db: Database, { name }: SettingDefinition<T>, organizationId: number, value: T): void {
  settings.put(db, { organization_id: organizationId, name, value });
}

/** The repositories selected for an organization's setting. */
export const settingSelection = ({ name }: SettingDefinition<unknown>, organizationId: number): Selection => ({
  table: "setting_repositories",
  columns: { organization_id: organizationId, name },
});
