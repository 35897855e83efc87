import * as z from "zod/mini";
import { type Database, flag, json, type Part, readPart, type Window } from "./database.ts";

export const HOOK_TABLES = `
CREATE TABLE hooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
  url TEXT NOT NULL, content_type TEXT NOT NULL, secret TEXT, insecure_ssl TEXT NOT NULL, events TEXT NOT NULL,
  active INTEGER NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
) STRICT;
`;

export const Hook = z.object({
  id: z.int(),
  repository_id: z.int(),
  url: z.string(),
  content_type: z.enum(["json", "form"]),
  secret: z.nullable(z.string()),
  insecure_ssl: z.string(),
  events: json(z.array(z.string())),
  active: flag(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Hook = z.output<typeof Hook>;

/** What may be said of a hook when it is created or changed. */
export type HookSettings = Pick<Hook, "url" | "content_type" | "secret" | "insecure_ssl" | "events" | "active">;

const columns = (hook: HookSettings) => [
  ...[hook.url, hook.content_type, hook.secret, hook.insecure_ssl],
  ...[JSON.stringify(hook.events), Number(hook.active)],
];

export function createHook(db: Database, repositoryId: number, hook: HookSettings, now: string): Hook {
  const { id } = db.run(
    `INSERT INTO hooks (url, content_type, secret, insecure_ssl, events, active, repository_id, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...columns(hook),
    ...[repositoryId, now, now],
  );
  return { ...hook, id, repository_id: repositoryId, created_at: now, updated_at: now };
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

export function findHook(db: Database, repositoryId: number, id: number): Hook | undefined {
  return db.get(Hook, "SELECT * FROM hooks WHERE repository_id = ? AND id = ?", repositoryId, id);
}

export function hooksOf(db: Database, repositoryId: number, window: Window): Part<Hook> {
  return readPart(db, Hook, "* FROM hooks WHERE repository_id = ? ORDER BY id", [repositoryId], window);
}

/** The hooks of a repository that listen to an event. */
export function listeningHooks(db: Database, repositoryId: number, event: string): Hook[] {
  return db
    .all(Hook, "SELECT * FROM hooks WHERE repository_id = ? AND active = 1 ORDER BY id", repositoryId)
    .filter((hook) => hook.events.includes(event) || hook.events.includes("*"));
}

export function deleteHook(db: Database, hook: Hook): void {
  db.run("DELETE FROM hooks WHERE id = ?", hook.id);
}
