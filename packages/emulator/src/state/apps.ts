import type { PermissionLevel } from "@forgehand/core/contract";
import * as z from "zod/mini";
import { createAccount } from "./accounts.ts";
import { type Database, exists, json } from "./database.ts";

export const APP_TABLES = `
CREATE TABLE apps (
  id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE COLLATE NOCASE, name TEXT NOT NULL, client_id TEXT NOT NULL,
  owner_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
  bot_id INTEGER NOT NULL UNIQUE REFERENCES accounts ON DELETE CASCADE, description TEXT, external_url TEXT NOT NULL,
  permissions TEXT NOT NULL, events TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
) STRICT;
CREATE TABLE app_keys (
  id INTEGER PRIMARY KEY, app_id INTEGER NOT NULL REFERENCES apps ON DELETE CASCADE, public TEXT NOT NULL
) STRICT;
CREATE TABLE installations (
  id INTEGER PRIMARY KEY, app_id INTEGER NOT NULL REFERENCES apps ON DELETE CASCADE,
  account_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, repository_selection TEXT NOT NULL,
  permissions TEXT NOT NULL, events TEXT NOT NULL, suspended_at TEXT, suspended_by INTEGER REFERENCES accounts,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, UNIQUE (app_id, account_id)
) STRICT;
CREATE TABLE installation_repositories (
  installation_id INTEGER NOT NULL REFERENCES installations ON DELETE CASCADE,
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, PRIMARY KEY (installation_id, repository_id)
) STRICT;
`;

/** Permission levels by the permissions' neutral keys. */
export const GrantedPermissions = z.record(z.string(), z.enum(["read", "write"] satisfies PermissionLevel[]));
export type GrantedPermissions = z.output<typeof GrantedPermissions>;

export const App = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  client_id: z.string(),
  owner_id: z.int(),
  /** The account that the app's installations act as. */
  bot_id: z.int(),
  description: z.nullable(z.string()),
  external_url: z.string(),
  permissions: json(GrantedPermissions),
  events: json(z.array(z.string())),
  created_at: z.string(),
  updated_at: z.string(),
});
export type App = z.output<typeof App>;

export const Installation = z.object({
  id: z.int(),
  app_id: z.int(),
  account_id: z.int(),
  repository_selection: z.enum(["all", "selected"]),
  permissions: json(GrantedPermissions),
  events: json(z.array(z.string())),
  suspended_at: z.nullable(z.string()),
  suspended_by: z.nullable(z.int()),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Installation = z.output<typeof Installation>;

/** Login of the account that an app's installations act as. */
export const botLogin = (slug: string) => `${slug}[bot]`;

/** Creates an app with its bot account. */
export function createApp(db: Database, fields: Omit<App, "id" | "bot_id">): App {
  const bot = createAccount(db, { login: botLogin(fields.slug), type: "Bot", created_at: fields.created_at });
  const app = { ...fields, bot_id: bot.id };
  const { id } = db.run(
    `INSERT INTO apps (slug, name, client_id, owner_id, bot_id, description, external_url, permissions, events,
       created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[app.slug, app.name, app.client_id, app.owner_id, app.bot_id, app.description, app.external_url],
    ...[JSON.stringify(app.permissions), JSON.stringify(app.events), app.created_at, app.updated_at],
  );
  return { ...app, id };
}

/** Returns all apps, oldest first. */
export function listApps(db: Database): App[] {
  return db.all(App, "SELECT * FROM apps ORDER BY id");
}

export function findApp(db: Database, slug: string): App | undefined {
  return db.get(App, "SELECT * FROM apps WHERE slug = ?", slug);
}

/** Finds the app that acts as a bot account. */
export function findAppOfBot(db: Database, botId: number): App | undefined {
  return db.get(App, "SELECT * FROM apps WHERE bot_id = ?", botId);
}

export function getApp(db: Database, id: number): App | undefined {
  return db.get(App, "SELECT * FROM apps WHERE id = ?", id);
}

/** Finds the app that issued a JWT: by its id or its client id. */
export function findAppByIssuer(db: Database, issuer: string): App | undefined {
  return db.get(App, "SELECT * FROM apps WHERE CAST(id AS TEXT) = ?1 OR client_id = ?1", issuer);
}

/** Stores the public key (PEM) that belongs to a private key of an app. */
export function addAppKey(db: Database, appId: number, publicKey: string): void {
  db.run("INSERT INTO app_keys (app_id, public) VALUES (?, ?)", appId, publicKey);
}

export function appKeys(db: Database, appId: number): string[] {
  const Row = z.object({ public: z.string() });
  return db.all(Row, "SELECT public FROM app_keys WHERE app_id = ? ORDER BY id DESC", appId).map((row) => row.public);
}

export function createInstallation(
  db: Database,
  installation: Omit<Installation, "id">,
  repositoryIds: readonly number[] = [],
): Installation {
  const { id } = db.run(
    `INSERT INTO installations (app_id, account_id, repository_selection, permissions, events, suspended_at,
       suspended_by, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[installation.app_id, installation.account_id, installation.repository_selection],
    ...[JSON.stringify(installation.permissions), JSON.stringify(installation.events)],
    ...[installation.suspended_at, installation.suspended_by, installation.created_at, installation.updated_at],
  );
  for (const repositoryId of repositoryIds)
    db.run("INSERT INTO installation_repositories VALUES (?, ?)", id, repositoryId);
  return { ...installation, id };
}

export function getInstallation(db: Database, id: number): Installation | undefined {
  return db.get(Installation, "SELECT * FROM installations WHERE id = ?", id);
}

export function findInstallation(db: Database, appId: number, accountId: number): Installation | undefined {
  return db.get(Installation, "SELECT * FROM installations WHERE app_id = ? AND account_id = ?", appId, accountId);
}

/** Returns whether an installation includes a repository of its account. */
export function isInInstallation(
  db: Database,
  installation: Installation,
  repository: { readonly id: number; readonly owner_id: number },
): boolean {
  if (installation.account_id !== repository.owner_id) return false;
  if (installation.repository_selection === "all") return true;
  const sql = "SELECT 1 FROM installation_repositories WHERE installation_id = ? AND repository_id = ?";
  return exists(db, sql, installation.id, repository.id);
}
