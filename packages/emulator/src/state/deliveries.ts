import * as z from "zod/mini";
import { flag, integer, json, nullable, type RowOf, real, reference, row, rowId, text } from "./columns.ts";
import type { Database } from "./database.ts";
import { hooks } from "./hooks.ts";
import { table } from "./table.ts";

// Deliveries keep their repository and installation ids when those are deleted.
const DeliveryHeaders = z.record(z.string(), z.string());

const summaryColumns = {
  sequence: rowId(),
  hook_id: reference("hooks"),
  guid: text(),
  event: text(),
  action: nullable(text()),
  redelivery: flag(),
  /** In milliseconds. */
  delivered_at: integer(),
  /** In seconds. */
  duration: real(),
  status: text(),
  /** Status of the receiver's response; 0 if there was none. */
  status_code: integer(),
  repository_id: nullable(integer()),
  installation_id: nullable(integer()),
};

export const deliveries = table(
  "deliveries",
  {
    ...summaryColumns,
    succeeded: flag(),
    url: text(),
    request_headers: json(DeliveryHeaders),
    request_body: text(),
    response_headers: json(DeliveryHeaders),
    response_body: nullable(text()),
    /** Size of all earlier records. */
    start_offset: integer(),
  },
  {
    indexes: {
      deliveries_by_time: "hook_id, delivered_at, sequence",
      deliveries_by_outcome: "hook_id, succeeded, delivered_at, sequence",
    },
  },
);
export type Delivery = RowOf<typeof deliveries>;

/** A delivery without the request and response. */
const DeliverySummary = row(summaryColumns);
export type DeliverySummary = RowOf<typeof DeliverySummary>;

/** Maximum number of records, and of bytes of their requests and responses. */
const MAX_RECORDS = 100_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Position after the newest record, if all records were written one after the other. */
const END_OFFSET = `(SELECT start_offset + octet_length(request_headers) + octet_length(request_body)
  + octet_length(response_headers) + coalesce(octet_length(response_body), 0)
  FROM deliveries ORDER BY sequence DESC LIMIT 1)`;

const SUMMARY = Object.keys(summaryColumns).join(", ");

/** Ids start above 2^53, so that clients that parse them as numbers fail here instead of with the real service. */
const FIRST_ID = 2n ** 53n + 1n;

/** Returns a delivery's id as a decimal string. */
export function deliveryId(sequence: number): string {
  return String(FIRST_ID + BigInt(sequence));
}

/** Returns whether the receiver's status counts as delivered, as in GitHub's filter by status. */
export function isSuccessStatus(statusCode: number): boolean {
  return statusCode >= 200 && statusCode < 400;
}

/** A delivery to record. */
export type NewDelivery = Omit<Delivery, "sequence" | "succeeded" | "start_offset">;

/** Records a delivery, unless its hook was deleted meanwhile. */
export function recordDelivery(db: Database, delivery: NewDelivery): void {
  if (!hooks.has(db, { id: delivery.hook_id })) return;
  const succeeded = isSuccessStatus(delivery.status_code);
  deliveries.insert(db, { ...delivery, succeeded, start_offset: endOffset(db) });
}

/** Returns the position after the newest record. */
function endOffset(db: Database): number {
  return db.get(row({ end: integer() }), `SELECT coalesce(${END_OFFSET}, 0) AS end`)?.end ?? 0;
}

/** Removes the oldest records beyond the limits. Reads only those records, and the newest one. */
export function removeExcessDeliveries(db: Database): void {
  db.run(
    `DELETE FROM deliveries WHERE sequence < (
       SELECT sequence FROM deliveries
       WHERE sequence > (SELECT max(sequence) FROM deliveries) - ? AND start_offset >= ${END_OFFSET} - ?
       ORDER BY sequence LIMIT 1)`,
    ...[MAX_RECORDS, MAX_BYTES],
  );
}

/** Finds a hook's delivery made after a time. */
export function findDelivery(db: Database, hookId: number, id: string, since: number): Delivery | undefined {
  if (!/^\d{1,18}$/.test(id)) return undefined;
  const delivery = deliveries.find(db, { hook_id: hookId, sequence: Number(BigInt(id) - FIRST_ID) });
  return delivery && delivery.delivered_at > since ? delivery : undefined;
}

/** Returns the newest delivery of a hook, regardless of its age. */
export function newestDelivery(db: Database, hookId: number): DeliverySummary | undefined {
  const sql = `SELECT ${SUMMARY} FROM deliveries WHERE hook_id = ? ORDER BY delivered_at DESC, sequence DESC LIMIT 1`;
  return db.get(DeliverySummary, sql, hookId);
}

/** A position in a hook's list of deliveries. */
export type DeliveryCursor = Pick<DeliverySummary, "delivered_at" | "sequence">;

/** Filters of a hook's deliveries. */
export interface DeliveryFilter {
  readonly hookId: number;
  /** Only deliveries made after this time, in milliseconds. */
  readonly since: number;
  /** True: only successful deliveries; false: only failed ones; undefined: both. */
  readonly succeeded: boolean | undefined;
}

const NEWEST_CURSOR: DeliveryCursor = { delivered_at: Number.MAX_SAFE_INTEGER, sequence: Number.MAX_SAFE_INTEGER };

/**
 * Returns up to `limit` deliveries from a cursor on, newest first.
 * @param from undefined: starts at the newest
 */
export function deliveriesFrom(
  db: Database,
  filter: DeliveryFilter,
  from: DeliveryCursor | undefined,
  limit: number,
): DeliverySummary[] {
  return readFrom(db, filter, "<=", from ?? NEWEST_CURSOR, limit);
}

/** Returns up to `limit` deliveries that are newer than a cursor, nearest first. */
export function deliveriesBefore(
  db: Database,
  filter: DeliveryFilter,
  cursor: DeliveryCursor,
  limit: number,
): DeliverySummary[] {
  return readFrom(db, filter, ">", cursor, limit);
}

/**
 * The age is filtered last, so that the query reads only `limit` rows along an index. The index can't be used for a
 * comparison of pairs, so rows with the cursor's own millisecond are read separately from the others.
 */
function readFrom(
  db: Database,
  { hookId, since, succeeded }: DeliveryFilter,
  comparison: "<=" | ">",
  { delivered_at, sequence }: DeliveryCursor,
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
