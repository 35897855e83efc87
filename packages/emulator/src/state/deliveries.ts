import * as z from "zod/mini";
import { type Database, flag, json } from "./database.ts";

// What a record says of repositories and installations stays when those are gone.
export const DELIVERY_TABLES = `
CREATE TABLE deliveries (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT, hook_id INTEGER NOT NULL REFERENCES hooks ON DELETE CASCADE,
  guid TEXT NOT NULL, event TEXT NOT NULL, action TEXT, redelivery INTEGER NOT NULL, delivered_at INTEGER NOT NULL,
  duration REAL NOT NULL, status TEXT NOT NULL, status_code INTEGER NOT NULL, succeeded INTEGER NOT NULL,
  repository_id INTEGER, installation_id INTEGER, url TEXT NOT NULL,
  request_headers TEXT NOT NULL, request_body TEXT NOT NULL, response_headers TEXT NOT NULL, response_body TEXT
) STRICT;
CREATE INDEX deliveries_by_time ON deliveries (hook_id, delivered_at, sequence);
CREATE INDEX deliveries_by_outcome ON deliveries (hook_id, succeeded, delivered_at, sequence);
`;

const Headers = z.record(z.string(), z.string());

const summary = {
  sequence: z.int(),
  hook_id: z.int(),
  guid: z.string(),
  event: z.string(),
  action: z.nullable(z.string()),
  redelivery: flag(),
  /** Milliseconds. */
  delivered_at: z.int(),
  /** Seconds. */
  duration: z.number(),
  status: z.string(),
  /** The receiver's answer; 0 where there was none. */
  status_code: z.int(),
  repository_id: z.nullable(z.int()),
  installation_id: z.nullable(z.int()),
};

/** A record without what was sent and answered. */
export const DeliverySummary = z.object(summary);
export type DeliverySummary = z.output<typeof DeliverySummary>;

export const Delivery = z.object({
  ...summary,
  url: z.string(),
  request_headers: json(Headers),
  request_body: z.string(),
  response_headers: json(Headers),
  response_body: z.nullable(z.string()),
});
export type Delivery = z.output<typeof Delivery>;

const SUMMARY = Object.keys(summary).join(", ");

/** Ids begin past 2^53, so that whoever reads them as numbers is found out here and not by the real service. */
const FIRST_ID = 2n ** 53n + 1n;

/** A delivery's id on the wire, in digits. */
export function deliveryId(sequence: number): string {
  return String(FIRST_ID + BigInt(sequence));
}

/** Does a receiver's answer count as delivered? (public description: the filter by status) */
export function isSuccess(statusCode: number): boolean {
  return statusCode >= 200 && statusCode < 400;
}

/** Keeps a record, unless its hook was deleted meanwhile. */
export function recordDelivery(db: Database, delivery: Omit<Delivery, "sequence">): void {
  db.run(
    `INSERT INTO deliveries (hook_id, guid, event, action, redelivery, delivered_at, duration, status, status_code,
       succeeded, repository_id, installation_id, url, request_headers, request_body, response_headers, response_body)
     SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM hooks WHERE id = ?)`,
    ...[delivery.hook_id, delivery.guid, delivery.event, delivery.action, Number(delivery.redelivery)],
    ...[delivery.delivered_at, delivery.duration, delivery.status, delivery.status_code],
    ...[Number(isSuccess(delivery.status_code)), delivery.repository_id, delivery.installation_id, delivery.url],
    ...[JSON.stringify(delivery.request_headers), delivery.request_body],
    ...[JSON.stringify(delivery.response_headers), delivery.response_body, delivery.hook_id],
  );
}

/** A hook's delivery that was made since. */
export function findDelivery(db: Database, hookId: number, id: string, since: number): Delivery | undefined {
  if (!/^\d{1,18}$/.test(id)) return undefined;
  const sql = "SELECT * FROM deliveries WHERE hook_id = ? AND sequence = ? AND delivered_at > ?";
  return db.get(Delivery, sql, hookId, BigInt(id) - FIRST_ID, since);
}

/** The newest delivery of a hook, however old it is. */
export function newestDelivery(db: Database, hookId: number): DeliverySummary | undefined {
  const sql = `SELECT ${SUMMARY} FROM deliveries WHERE hook_id = ? ORDER BY delivered_at DESC, sequence DESC LIMIT 1`;
  return db.get(DeliverySummary, sql, hookId);
}

/** Where in a hook's deliveries a page begins. */
export type DeliveryPlace = Pick<DeliverySummary, "delivered_at" | "sequence">;

/** Which of a hook's deliveries are wanted. */
export interface DeliverySelection {
  readonly hookId: number;
  /** Only those made since, in milliseconds. */
  readonly since: number;
  /** Only those that did, or that didn't; undefined: both. */
  readonly succeeded: boolean | undefined;
}

const NEWEST: DeliveryPlace = { delivered_at: Number.MAX_SAFE_INTEGER, sequence: Number.MAX_SAFE_INTEGER };

/** So many deliveries from a place on, the newest first. @param from the place; undefined for the newest */
export function deliveriesFrom(
  db: Database,
  selection: DeliverySelection,
  from: DeliveryPlace | undefined,
  limit: number,
): DeliverySummary[] {
  return readFrom(db, selection, "<=", from ?? NEWEST, limit);
}

/** So many deliveries that are newer than those at a place, the nearest first. */
export function deliveriesBefore(
  db: Database,
  selection: DeliverySelection,
  place: DeliveryPlace,
  limit: number,
): DeliverySummary[] {
  return readFrom(db, selection, ">", place, limit);
}

/**
 * The age is looked at last, so that an index leads to the rows and no more of them are read than were asked for. Nor does
 * an index lead to a pair of values: those of the place's own millisecond are read first, then the others.
 */
function readFrom(
  db: Database,
  { hookId, since, succeeded }: DeliverySelection,
  comparison: "<=" | ">",
  { delivered_at, sequence }: DeliveryPlace,
  limit: number,
): DeliverySummary[] {
  const [direction, beyond] = comparison === ">" ? ["ASC", ">"] : ["DESC", "<"];
  const [condition, values] = succeeded === undefined ? ["", []] : [" AND succeeded = ?", [Number(succeeded)]];
  const order = `ORDER BY delivered_at ${direction}, sequence ${direction} LIMIT ?`;
  const rows = `SELECT ${SUMMARY} FROM deliveries WHERE hook_id = ?${condition}`;
  return db.all(
    DeliverySummary,
    `SELECT * FROM (
       SELECT * FROM (${rows} AND delivered_at = ? AND sequence ${comparison} ? ${order})
       UNION ALL SELECT * FROM (${rows} AND delivered_at ${beyond} ? ${order})
       ${order})
     WHERE delivered_at > ?`,
    ...[hookId, ...values, delivered_at, sequence, limit],
    ...[hookId, ...values, delivered_at, limit],
    ...[limit, since],
  );
}
