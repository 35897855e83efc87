import * as z from "zod/mini";
import { type Database, exists, flag, json } from "./database.ts";
import { type Hook, HookJson } from "./hooks.ts";

// What webhooks are still to be sent. It is written down together with what it tells of, and crossed out together with the
// record of its last attempt: whatever happens to the service, nothing is forgotten. What was sent but not recorded is sent
// once more, under the same GUID.

export const OUTGOING_TABLES = `
CREATE TABLE outgoing (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT NOT NULL, event TEXT NOT NULL, action TEXT,
  redelivery INTEGER NOT NULL, repository_id INTEGER, targets TEXT NOT NULL, last_hook TEXT, content TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
`;

/** A webhook that is to be sent something; an app's, because of an installation. */
const Target = z.object({ hook_id: z.int(), installation_id: z.nullable(z.int()) });
export type Target = z.output<typeof Target>;

/** What one or several webhooks are to be sent. */
export const Outgoing = z.object({
  sequence: z.int(),
  guid: z.string(),
  event: z.string(),
  action: z.nullable(z.string()),
  redelivery: flag(),
  repository_id: z.nullable(z.int()),
  targets: json(z.array(Target)),
  /** The webhook, where it was deleted and this tells it so. */
  last_hook: z.nullable(json(HookJson)),
  /** What the event carries, as JSON; of a redelivery, the body of the attempt before. */
  content: z.string(),
  /** Milliseconds. */
  created_at: z.int(),
});
export type Outgoing = z.output<typeof Outgoing>;

/** @returns its number */
export function addOutgoing(
  db: Database,
  told: Omit<Outgoing, "sequence" | "last_hook"> & { readonly last_hook?: Hook | undefined },
): number {
  return db.run(
    `INSERT INTO outgoing (guid, event, action, redelivery, repository_id, targets, last_hook, content, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[told.guid, told.event, told.action, Number(told.redelivery), told.repository_id],
    ...[JSON.stringify(told.targets), told.last_hook ? JSON.stringify(told.last_hook) : null, told.content],
    told.created_at,
  ).id;
}

export function findOutgoing(db: Database, sequence: number): Outgoing | undefined {
  return db.get(Outgoing, "SELECT * FROM outgoing WHERE sequence = ?", sequence);
}

export function removeOutgoing(db: Database, sequence: number): void {
  db.run("DELETE FROM outgoing WHERE sequence = ?", sequence);
}

const Waiting = z.pick(Outgoing, { sequence: true, guid: true, redelivery: true, targets: true, created_at: true });

/** What still waits, in order: without those that were sent it before the service was stopped. */
export function everyOutgoing(db: Database): Pick<Outgoing, "sequence" | "guid" | "targets">[] {
  const rows = db.all(
    Waiting,
    "SELECT sequence, guid, redelivery, targets, created_at FROM outgoing ORDER BY sequence",
  );
  return rows.map(({ sequence, guid, redelivery, targets, created_at }) => ({
    ...{ sequence, guid },
    targets: redelivery ? targets : targets.filter(({ hook_id }) => !wasSent(db, hook_id, guid, created_at)),
  }));
}

function wasSent(db: Database, hookId: number, guid: string, since: number): boolean {
  const sql = "SELECT 1 FROM deliveries WHERE hook_id = ? AND delivered_at >= ? AND guid = ? AND redelivery = 0";
  return exists(db, sql, hookId, since, guid);
}
