import { flag, integer, nullable, type RowOf, reference, row, rowId, storedRow, text } from "./columns.ts";
import type { Database } from "./database.ts";
import { type Hook, hooks } from "./hooks.ts";
import { table } from "./table.ts";

// Outbox of webhook deliveries. An entry is written in the same transaction as the change that caused it, and removed
// hook by hook with the record of the last attempt, so that no delivery is lost in a crash. A delivery that was sent
// but not recorded is sent again with the same GUID.

// A webhook that is deleted with its repository still receives earlier events, so its last state is stored with the
// delivery.
const hookFields = Object.keys(hooks.columns).map((name) => `'${name}', old.${name}`);

/** The part of an event that all its targets share. */
export const outgoing = table("outgoing", {
  sequence: rowId(),
  guid: text(),
  event: text(),
  action: nullable(text()),
  redelivery: flag(),
  repository_id: nullable(integer()),
  /** The event's content as JSON; for a redelivery, the body of the earlier attempt. */
  content: text(),
});

export const outgoingTargets = table(
  "outgoing_targets",
  {
    /** Its position in the webhook's queue. */
    id: rowId(),
    sequence: reference("outgoing"),
    hook_id: integer(),
    installation_id: nullable(integer()),
    /** The webhook's last state if it was deleted. */
    hook: nullable(storedRow(hooks)),
  },
  {
    indexes: { outgoing_targets_by_sequence: "sequence", outgoing_targets_by_hook: "hook_id" },
    more: `CREATE TRIGGER hook_gone BEFORE DELETE ON hooks BEGIN
      UPDATE outgoing_targets SET hook = json_object(${hookFields.join(", ")}) WHERE hook_id = old.id;
    END;`,
  },
);

/** A webhook to deliver to; for an app's webhook, with the installation that receives the event. */
export interface HookTarget {
  readonly hook: Hook;
  readonly installation_id: number | null;
}

/** A delivery that hasn't been sent yet. */
const PendingDelivery = row({ ...outgoing.columns, ...outgoingTargets.columns });
export type PendingDelivery = RowOf<typeof PendingDelivery>;

/** The part of a delivery that all targets of an event share. */
export type DeliveryDetails = Omit<RowOf<typeof outgoing>, "sequence">;

const PendingDeliveryRef = row({
  id: integer(),
  sequence: integer(),
  hook_id: integer(),
  guid: text(),
  /** Size of the event's content. */
  bytes: integer(),
});
export type PendingDeliveryRef = RowOf<typeof PendingDeliveryRef>;

/** @returns each target's entry in its queue */
export function addPendingDeliveries(
  db: Database,
  details: DeliveryDetails,
  targets: readonly HookTarget[],
): PendingDeliveryRef[] {
  const { sequence } = outgoing.insert(db, details);
  const bytes = Buffer.byteLength(details.content);
  return targets.map(({ hook, installation_id }) => {
    const isGone = !hooks.has(db, { id: hook.id });
    const { id } = outgoingTargets.insert(db, {
      sequence,
      hook_id: hook.id,
      installation_id,
      hook: isGone ? hook : null,
    });
    return { id, sequence, hook_id: hook.id, guid: details.guid, bytes };
  });
}

export function findPendingDelivery(db: Database, id: number): PendingDelivery | undefined {
  const sql = "SELECT * FROM outgoing_targets t JOIN outgoing USING (sequence) WHERE t.id = ?";
  return db.get(PendingDelivery, sql, id);
}

/** Removes a delivery that has been recorded or must not be sent any more. */
export function removePendingDelivery(db: Database, { id, sequence }: Pick<PendingDelivery, "id" | "sequence">): void {
  outgoingTargets.delete(db, { id });
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
