import * as z from "zod/mini";
import { type Database, exists, flag, json } from "./database.ts";
import { type Hook, HookJson } from "./hooks.ts";

// Outbox of webhook deliveries. An entry is written in the same transaction as the change that caused it, and removed
// hook by hook with the record of the last attempt, so that no delivery is lost in a crash. A delivery that was sent
// but not recorded is sent again with the same GUID.

// A webhook that is deleted with its repository still receives earlier events, so its last state is stored with the
// delivery.
export const OUTBOX_TABLES = `
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

/** A webhook to deliver to; for an app's webhook, with the installation that receives the event. */
export interface HookTarget {
  readonly hook: Hook;
  readonly installation_id: number | null;
}

/** A delivery that hasn't been sent yet. */
export const PendingDelivery = z.object({
  /** Its position in the webhook's queue. */
  id: z.int(),
  /** Shared by all deliveries of the same event. */
  sequence: z.int(),
  installation_id: z.nullable(z.int()),
  /** The webhook's last state if it was deleted. */
  hook: z.nullable(json(HookJson)),
  guid: z.string(),
  event: z.string(),
  action: z.nullable(z.string()),
  redelivery: flag(),
  repository_id: z.nullable(z.int()),
  /** The event's content as JSON; for a redelivery, the body of the earlier attempt. */
  content: z.string(),
});
export type PendingDelivery = z.output<typeof PendingDelivery>;

/** The part of a delivery that all targets of an event share. */
export type DeliveryDetails = Pick<
  PendingDelivery,
  "guid" | "event" | "action" | "redelivery" | "repository_id" | "content"
>;

const PendingDeliveryRef = z.object({
  id: z.int(),
  sequence: z.int(),
  hook_id: z.int(),
  guid: z.string(),
  /** Size of the event's content. */
  bytes: z.int(),
});
export type PendingDeliveryRef = z.output<typeof PendingDeliveryRef>;

/** @returns each target's entry in its queue */
export function addPendingDeliveries(
  db: Database,
  details: DeliveryDetails,
  targets: readonly HookTarget[],
): PendingDeliveryRef[] {
  const { id: sequence } = db.run(
    `INSERT INTO outgoing (guid, event, action, redelivery, repository_id, content) VALUES (?, ?, ?, ?, ?, ?)`,
    ...[
      details.guid,
      details.event,
      details.action,
      Number(details.redelivery),
      details.repository_id,
      details.content,
    ],
  );
  const bytes = Buffer.byteLength(details.content);
  return targets.map(({ hook, installation_id }) => {
    const isGone = !exists(db, "SELECT 1 FROM hooks WHERE id = ?", hook.id);
    const { id } = db.run(
      "INSERT INTO outgoing_targets (sequence, hook_id, installation_id, hook) VALUES (?, ?, ?, ?)",
      ...[sequence, hook.id, installation_id, isGone ? JSON.stringify(hook) : null],
    );
    return { id, sequence, hook_id: hook.id, guid: details.guid, bytes };
  });
}

export function findPendingDelivery(db: Database, id: number): PendingDelivery | undefined {
  const sql = "SELECT * FROM outgoing_targets t JOIN outgoing USING (sequence) WHERE t.id = ?";
  return db.get(PendingDelivery, sql, id);
}

/** Removes a delivery that has been recorded or must not be sent any more. */
export function removePendingDelivery(db: Database, { id, sequence }: Pick<PendingDelivery, "id" | "sequence">): void {
  db.run("DELETE FROM outgoing_targets WHERE id = ?", id);
  db.run(
    "DELETE FROM outgoing WHERE sequence = ? AND NOT EXISTS (SELECT 1 FROM outgoing_targets WHERE sequence = ?)",
    ...[sequence, sequence],
  );
}

const REF_QUERY = `t.id, t.sequence, t.hook_id, o.guid, octet_length(o.content) AS bytes
  FROM outgoing_targets t JOIN outgoing o USING (sequence)`;

/** Returns all pending deliveries in order. */
export function allPendingDeliveries(db: Database): PendingDeliveryRef[] {
  return db.all(PendingDeliveryRef, `SELECT ${REF_QUERY} ORDER BY t.id`);
}

/** Removes all pending deliveries to a webhook. */
export function removePendingDeliveriesTo(db: Database, hookId: number): void {
  for (const ref of db.all(PendingDeliveryRef, `SELECT ${REF_QUERY} WHERE t.hook_id = ?`, hookId))
    removePendingDelivery(db, ref);
}
