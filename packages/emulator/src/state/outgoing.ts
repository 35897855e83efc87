import * as z from "zod/mini";
import { type Database, exists, flag, json } from "./database.ts";
import { type Hook, HookJson } from "./hooks.ts";

// What webhooks are still to be sent. It is written down together with what it tells of, and crossed out, webhook by webhook,
// together with the record of its last attempt: whatever happens to the service, nothing is forgotten. What was sent but not
// recorded is sent once more, under the same GUID.

// A webhook that goes with its repository is still told what happened before: what it was is kept with what it is to be sent.
export const OUTGOING_TABLES = `
CREATE TABLE outgoing (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT NOT NULL, event TEXT NOT NULL, action TEXT,
  redelivery INTEGER NOT NULL, repository_id INTEGER, content TEXT NOT NULL
) STRICT;
CREATE TABLE outgoing_targets (
  id INTEGER PRIMARY KEY AUTOINCREMENT, sequence INTEGER NOT NULL REFERENCES outgoing ON DELETE CASCADE,
  hook_id INTEGER NOT NULL, installation_id INTEGER, hook TEXT
) STRICT;
CREATE INDEX outgoing_targets_by_sequence ON outgoing_targets (sequence);
CREATE INDEX outgoing_targets_by_hook ON outgoing_targets (hook_id);
CREATE TRIGGER hook_gone BEFORE DELETE ON hooks BEGIN
  UPDATE outgoing_targets SET hook = json_object(
    'id', old.id, 'oauth_app', old.oauth_app, 'url', old.url, 'content_type', old.content_type, 'secret', old.secret,
    'insecure_ssl', old.insecure_ssl, 'events', json(old.events),
    'active', json(CASE old.active WHEN 0 THEN 'false' ELSE 'true' END),
    'created_at', old.created_at, 'updated_at', old.updated_at,
    'owner', json_object(
      'kind', CASE WHEN old.repository_id IS NOT NULL THEN 'repository'
        WHEN old.organization_id IS NOT NULL THEN 'organization' ELSE 'app' END,
      'id', coalesce(old.repository_id, old.organization_id, old.app_id)))
  WHERE hook_id = old.id;
END;
`;

/** A webhook that is to be sent something; an app's, because of an installation. */
export interface Target {
  readonly hook: Hook;
  readonly installation_id: number | null;
}

/** What a webhook is to be sent. */
export const Outgoing = z.object({
  /** Its place in the webhook's line. */
  id: z.int(),
  /** What it has in common with what others are sent of the same. */
  sequence: z.int(),
  installation_id: z.nullable(z.int()),
  /** The webhook as it was, where it is gone. */
  hook: z.nullable(json(HookJson)),
  guid: z.string(),
  event: z.string(),
  action: z.nullable(z.string()),
  redelivery: flag(),
  repository_id: z.nullable(z.int()),
  /** What the event carries, as JSON; of a redelivery, the body of the attempt before. */
  content: z.string(),
});
export type Outgoing = z.output<typeof Outgoing>;

/** What several webhooks are to be sent alike. */
export type Told = Pick<Outgoing, "guid" | "event" | "action" | "redelivery" | "repository_id" | "content">;

const Place = z.object({ id: z.int(), sequence: z.int(), hook_id: z.int(), guid: z.string() });
type Place = z.output<typeof Place>;

/** @returns each webhook's place in its line */
export function addOutgoing(db: Database, told: Told, targets: readonly Target[]): Place[] {
  const { id: sequence } = db.run(
    `INSERT INTO outgoing (guid, event, action, redelivery, repository_id, content) VALUES (?, ?, ?, ?, ?, ?)`,
    ...[told.guid, told.event, told.action, Number(told.redelivery), told.repository_id, told.content],
  );
  return targets.map(({ hook, installation_id }) => {
    const isGone = !exists(db, "SELECT 1 FROM hooks WHERE id = ?", hook.id);
    const { id } = db.run(
      "INSERT INTO outgoing_targets (sequence, hook_id, installation_id, hook) VALUES (?, ?, ?, ?)",
      ...[sequence, hook.id, installation_id, isGone ? JSON.stringify(hook) : null],
    );
    return { id, sequence, hook_id: hook.id, guid: told.guid };
  });
}

export function findOutgoing(db: Database, id: number): Outgoing | undefined {
  const sql = "SELECT * FROM outgoing_targets t JOIN outgoing USING (sequence) WHERE t.id = ?";
  return db.get(Outgoing, sql, id);
}

/** A webhook was sent something, or is not to be sent it any more. */
export function removeOutgoing(db: Database, { id, sequence }: Pick<Outgoing, "id" | "sequence">): void {
  db.run("DELETE FROM outgoing_targets WHERE id = ?", id);
  db.run(
    "DELETE FROM outgoing WHERE sequence = ? AND NOT EXISTS (SELECT 1 FROM outgoing_targets WHERE sequence = ?)",
    ...[sequence, sequence],
  );
}

const PLACES = "t.id, t.sequence, t.hook_id, o.guid FROM outgoing_targets t JOIN outgoing o USING (sequence)";

/** What still waits, in order. */
export function everyOutgoing(db: Database): Place[] {
  return db.all(Place, `SELECT ${PLACES} ORDER BY t.id`);
}

/** A webhook is to be sent nothing of all that waits. */
export function removeOutgoingTo(db: Database, hookId: number): void {
  for (const place of db.all(Place, `SELECT ${PLACES} WHERE t.hook_id = ?`, hookId)) removeOutgoing(db, place);
}
