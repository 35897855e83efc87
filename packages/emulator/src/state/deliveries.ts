import * as z from "zod/mini";
import { type Database, flag, json } from "./database.ts";

export const DELIVERY_TABLES = `
CREATE TABLE deliveries (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT, hook_id INTEGER NOT NULL REFERENCES hooks ON DELETE CASCADE,
  guid TEXT NOT NULL, event TEXT NOT NULL, action TEXT, redelivery INTEGER NOT NULL, delivered_at TEXT NOT NULL,
  duration REAL NOT NULL, status TEXT NOT NULL, status_code INTEGER NOT NULL, url TEXT NOT NULL,
  request_headers TEXT NOT NULL, request_body TEXT NOT NULL, response_headers TEXT NOT NULL, response_body TEXT
) STRICT;
CREATE INDEX deliveries_of_hook ON deliveries (hook_id, sequence);
`;

const Headers = z.record(z.string(), z.string());

export const Delivery = z.object({
  sequence: z.int(),
  hook_id: z.int(),
  guid: z.string(),
  event: z.string(),
  action: z.nullable(z.string()),
  redelivery: flag(),
  delivered_at: z.string(),
  duration: z.number(),
  status: z.string(),
  status_code: z.int(),
  url: z.string(),
  request_headers: json(Headers),
  request_body: z.string(),
  response_headers: json(Headers),
  response_body: z.nullable(z.string()),
});
export type Delivery = z.output<typeof Delivery>;

/** Ids begin past 2^53, so that whoever reads them as numbers is found out here and not by the real service. */
const FIRST_ID = 2n ** 53n + 1n;

/** A delivery's id on the wire, in digits. */
export function deliveryId(sequence: number): string {
  return String(FIRST_ID + BigInt(sequence));
}

/** Keeps a record. @returns it, unless its hook was deleted meanwhile */
export function recordDelivery(db: Database, delivery: Omit<Delivery, "sequence">): Delivery | undefined {
  const { id, changes } = db.run(
    `INSERT INTO deliveries (hook_id, guid, event, action, redelivery, delivered_at, duration, status, status_code, url,
       request_headers, request_body, response_headers, response_body)
     SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM hooks WHERE id = ?)`,
    ...[delivery.hook_id, delivery.guid, delivery.event, delivery.action, Number(delivery.redelivery)],
    ...[delivery.delivered_at, delivery.duration, delivery.status, delivery.status_code, delivery.url],
    ...[JSON.stringify(delivery.request_headers), delivery.request_body],
    ...[JSON.stringify(delivery.response_headers), delivery.response_body, delivery.hook_id],
  );
  return changes > 0 ? { ...delivery, sequence: id } : undefined;
}

export function findDelivery(db: Database, hookId: number, id: string): Delivery | undefined {
  if (!/^\d{1,18}$/.test(id)) return undefined;
  const sequence = BigInt(id) - FIRST_ID;
  return db.get(Delivery, "SELECT * FROM deliveries WHERE hook_id = ? AND sequence = ?", hookId, sequence);
}

/**
 * A page of a hook's deliveries, the newest first.
 * @param from the sequence that the page begins at; undefined for the newest
 */
export function deliveriesOf(
  db: Database,
  hookId: number,
  page: { readonly from: number | undefined; readonly limit: number; readonly succeeded: boolean | undefined },
): Delivery[] {
  const status = page.succeeded === undefined ? "" : page.succeeded ? "AND status = 'OK'" : "AND status <> 'OK'";
  return db.all(
    Delivery,
    `SELECT * FROM deliveries WHERE hook_id = ? AND sequence <= ? ${status} ORDER BY sequence DESC LIMIT ?`,
    ...[hookId, page.from ?? Number.MAX_SAFE_INTEGER, page.limit],
  );
}
