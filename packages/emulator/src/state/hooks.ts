import type { HookKind } from "@forgehand/core/contract";
import * as z from "zod/mini";
import { type Database, flag, json, type PageRange, queryPage, type RowPage } from "./database.ts";

export const HOOK_TABLES = `
CREATE TABLE hooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repository_id INTEGER REFERENCES repositories ON DELETE CASCADE,
  organization_id INTEGER REFERENCES accounts ON DELETE CASCADE, app_id INTEGER UNIQUE REFERENCES apps ON DELETE CASCADE,
  oauth_app INTEGER, url TEXT NOT NULL, content_type TEXT NOT NULL, secret TEXT, insecure_ssl TEXT NOT NULL,
  events TEXT NOT NULL, active INTEGER NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
  CHECK ((repository_id IS NULL) + (organization_id IS NULL) + (app_id IS NULL) = 2)
) STRICT;
CREATE INDEX hooks_of_repository ON hooks (repository_id);
CREATE INDEX hooks_of_organization ON hooks (organization_id);
`;

/** The owner of a webhook. */
export interface HookOwner {
  readonly kind: HookKind;
  readonly id: number;
}

const fields = {
  id: z.int(),
  /**
   * The OAuth app whose token created it, or 0 if the token doesn't identify the app; null if it wasn't created by an
   * OAuth app.
   */
  oauth_app: z.nullable(z.int()),
  url: z.string(),
  content_type: z.enum(["json", "form"]),
  secret: z.nullable(z.string()),
  insecure_ssl: z.enum(["0", "1"]),
  /** Neutral event names, or `*` alone. For an app's webhook: the events that the app subscribes to. */
  events: json(z.array(z.string())),
  active: flag(),
  created_at: z.string(),
  updated_at: z.string(),
};

const Row = z.object({
  ...fields,
  repository_id: z.nullable(z.int()),
  organization_id: z.nullable(z.int()),
  app_id: z.nullable(z.int()),
});

export const Hook = z.pipe(
  Row,
  z.transform(({ repository_id, organization_id, app_id, ...hook }) => ({
    ...hook,
    owner: ownerOf({ repository_id, organization_id, app_id }),
  })),
);
export type Hook = z.output<typeof Hook>;

export const HookJson = z.object({
  ...fields,
  events: z.array(z.string()),
  active: z.boolean(),
  owner: z.object({ kind: z.enum(["repository", "organization", "app"]), id: z.int() }),
});

const COLUMNS = {
  repository: "repository_id",
  organization: "organization_id",
  app: "app_id",
} as const satisfies Record<HookKind, string>;

function ownerOf(row: Pick<z.output<typeof Row>, (typeof COLUMNS)[HookKind]>): HookOwner {
  if (row.repository_id !== null) return { kind: "repository", id: row.repository_id };
  if (row.organization_id !== null) return { kind: "organization", id: row.organization_id };
  return { kind: "app", id: row.app_id ?? 0 };
}

/** The fields of a hook that can be set. */
export type HookSettings = Pick<Hook, "url" | "content_type" | "secret" | "insecure_ssl" | "events" | "active">;

const columns = (hook: HookSettings) => [
  hook.url,
  hook.content_type,
  hook.secret,
  hook.insecure_ssl,
  JSON.stringify(hook.events),
  Number(hook.active),
];

export function createHook(
  db: Database,
  owner: HookOwner,
  hook: HookSettings,
  now: string,
  oauthApp: number | null = null,
): Hook {
  const { id } = db.run(
    `INSERT INTO hooks (url, content_type, secret, insecure_ssl, events, active, ${COLUMNS[owner.kind]}, oauth_app,
       created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...columns(hook),
    ...[owner.id, oauthApp, now, now],
  );
  return { ...hook, id, owner, oauth_app: oauthApp, created_at: now, updated_at: now };
}

export function updateHook(db: Database, hook: Hook, settings: HookSettings, now: string): Hook {
  db.run(
    `UPDATE hooks SET url = ?, content_type = ?, secret = ?, insecure_ssl = ?, events = ?, active = ?, updated_at = ?
     WHERE id = ?`,
    ...columns(settings),
    ...[now, hook.id],
  );
  return { ...hook, ...settings, updated_at: now };
}

export function getHook(db: Database, id: number): Hook | undefined {
  return db.get(Hook, "SELECT * FROM hooks WHERE id = ?", id);
}

export function findHook(db: Database, owner: HookOwner, id: number): Hook | undefined {
  return db.get(Hook, `SELECT * FROM hooks WHERE ${COLUMNS[owner.kind]} = ? AND id = ?`, owner.id, id);
}

/** Finds an app's webhook; an app has at most one. */
export function findAppHook(db: Database, appId: number): Hook | undefined {
  return db.get(Hook, "SELECT * FROM hooks WHERE app_id = ?", appId);
}

/** @param oauthApp returns only hooks created by this OAuth app, or by none (null); undefined: all */
export function hooksOf(db: Database, owner: HookOwner, pageRange: PageRange, oauthApp?: number | null): RowPage<Hook> {
  const [condition, values] = oauthApp === undefined ? ["", []] : [" AND oauth_app IS ?", [oauthApp]];
  const query = `* FROM hooks WHERE ${COLUMNS[owner.kind]} = ?${condition} ORDER BY id`;
  return queryPage(db, Hook, query, [owner.id, ...values], pageRange);
}

export function allHooksOf(db: Database, owner: HookOwner): readonly Hook[] {
  return db.memoize(`hooks of ${owner.kind} ${owner.id}`, () =>
    db.all(Hook, `SELECT * FROM hooks WHERE ${COLUMNS[owner.kind]} = ? ORDER BY id`, owner.id),
  );
}

export function deleteHook(db: Database, hook: Hook): void {
  db.run("DELETE FROM hooks WHERE id = ?", hook.id);
}
