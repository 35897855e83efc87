import type { PermissionLevel } from "@forgehand/core/contract";
import * as z from "zod/mini";
import { createAccount } from "./accounts.ts";
import { integer, json, key, nullable, oneOf, type RowOf, reference, text, typedName } from "./columns.ts";
import type { Database } from "./database.ts";
import { table } from "./table.ts";

export const appKeys = table("app_keys", {
  id: key(integer()),
  app_id: reference("apps"),
  public: text(),
});

export const installationRepositories = table(
  "installation_repositories",
  {
    installation_id: reference("installations"),
    repository_id: reference("repositories"),
  },
  { key: ["installation_id", "repository_id"] },
);

/** Permission levels by the permissions' neutral keys. */
export const GrantedPermissions = z.record(z.string(), z.enum(["read", "write"] satisfies PermissionLevel[]));
export type GrantedPermissions = z.output<typeof GrantedPermissions>;

export const apps = table(
  "apps",
  {
    id: key(integer()),
    slug: typedName(),
    name: text(),
    client_id: text(),
    owner_id: reference("accounts"),
    /** The account that the app's installations act as. */
    bot_id: reference("accounts"),
    description: nullable(text()),
    external_url: text(),
    permissions: json(GrantedPermissions),
    events: json(z.array(z.string())),
    created_at: text(),
    updated_at: text(),
  },
  { unique: [["slug"], ["bot_id"]] },
);
export type App = RowOf<typeof apps>;

export const installations = table(
  "installations",
  {
    id: key(integer()),
    app_id: reference("apps"),
    account_id: reference("accounts"),
    repository_selection: oneOf(["all", "selected"]),
    permissions: json(GrantedPermissions),
    events: json(z.array(z.string())),
    suspended_at: nullable(text()),
    suspended_by: nullable(reference("accounts", "NO ACTION")),
    created_at: text(),
    updated_at: text(),
  },
  { unique: [["app_id", "account_id"]] },
);
export type Installation = RowOf<typeof installations>;

/** Login of the account that an app's installations act as. */
export const botLogin = (slug: string) => `${slug}[bot]`;

/** Creates an app with its bot account. */
export function createApp(db: Database, fields: Omit<App, "id" | "bot_id">): App {
  const bot = createAccount(db, { login: botLogin(fields.slug), type: "Bot", created_at: fields.created_at });
  return apps.insert(db, { ...fields, bot_id: bot.id });
}

/** Finds the app that issued a JWT: by its id or its client id. */
export function findAppByIssuer(db: Database, issuer: string): App | undefined {
  return db.get(apps, "SELECT * FROM apps WHERE CAST(id AS TEXT) = ?1 OR client_id = ?1", issuer);
}

/** Returns the public keys of an app, the newest first. */
export function publicKeysOf(db: Database, appId: number): string[] {
  return appKeys.all(db, { app_id: appId }, "id DESC").map((row) => row.public);
}

export function createInstallation(
  db: Database,
  installation: Omit<Installation, "id">,
  repositoryIds: readonly number[] = [],
): Installation {
  const created = installations.insert(db, installation);
  for (const repositoryId of repositoryIds)
    installationRepositories.insert(db, { installation_id: created.id, repository_id: repositoryId });
  return created;
}

/** Returns whether an installation includes a repository of its account. */
export function isInInstallation(
  db: Database,
  installation: Installation,
  repository: { readonly id: number; readonly owner_id: number },
): boolean {
  if (installation.account_id !== repository.owner_id) return false;
  if (installation.repository_selection === "all") return true;
  return installationRepositories.has(db, { installation_id: installation.id, repository_id: repository.id });
}
