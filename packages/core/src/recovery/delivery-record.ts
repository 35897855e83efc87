import { invalidField } from "../errors.ts";

/** The fields of a delivery record that recovery reads. Responses of the delivery lists contain all of them. */
export interface DeliveryRecord {
  /** A whole number of up to 64 bits, as digits. Later records have larger ids. */
  readonly id: string;
  /** The same for every attempt of an event. */
  readonly guid: string;
  /** `OK`, or a short description of the failure. */
  readonly status: string;
  /** Time of the attempt, by the service's clock, for example `2026-01-01T00:00:00Z`. */
  readonly delivered_at: string;
  readonly event: string;
  readonly action: string | null;
  /** False for the first attempt of an event. If undefined, any attempt may be the first. */
  readonly redelivery?: boolean | undefined;
}

/** Records one by one, or page by page as `items` and `pages` of a client return them. */
export type DeliveryRecords =
  | Iterable<DeliveryRecord | Iterable<DeliveryRecord>>
  | AsyncIterable<DeliveryRecord | Iterable<DeliveryRecord>>;

/** Calls a function with each record. */
export async function forEachRecord(records: DeliveryRecords, handle: (record: DeliveryRecord) => void): Promise<void> {
  if (!isIterable(records)) throw invalidField("records", "must be an iterable of records or of pages");
  for await (const item of records) {
    if (typeof item !== "object" || item === null) throw invalidField("records", `must be objects, got ${quote(item)}`);
    if (!(Symbol.iterator in item)) handle(item);
    else for (const record of item) handle(record);
  }
}

function isIterable(records: DeliveryRecords): boolean {
  return (
    typeof records === "object" && records !== null && (Symbol.asyncIterator in records || Symbol.iterator in records)
  );
}

const STRING_FIELDS = ["guid", "event", "status"] as const;

/**
 * @throws InputError if the GUID, event or status is not a string; records without a GUID would all count as one event
 */
export function checkStringFields(record: DeliveryRecord): void {
  for (const field of STRING_FIELDS) {
    const value = record[field];
    if (typeof value !== "string")
      throw invalidField(field, `of the delivery ${record.id} must be a string, got ${quote(value)}`);
  }
}

/**
 * Returns a record's exact id.
 * @throws InputError if it is not an exact id: a rounded id would name another delivery
 */
export function idOf({ id }: DeliveryRecord): bigint {
  const value = typeof id === "string" && /^(0|[1-9]\d{0,19})$/.test(id) ? BigInt(id) : undefined;
  if (value !== undefined && value === BigInt.asUintN(64, value)) return value;
  throw invalidField("id", `of a delivery record must be a string of digits, up to 64 bits, got ${quote(id)}`);
}

/**
 * Returns the time of an attempt, in milliseconds.
 * @throws InputError if it is invalid
 */
export function attemptTime({ delivered_at, id }: DeliveryRecord): number {
  const time = Date.parse(delivered_at);
  if (!Number.isNaN(time)) return time;
  throw invalidField("delivered_at", `of the delivery ${id} must be a time, got ${quote(delivered_at)}`);
}

const quote = (value: unknown) => (typeof value === "bigint" ? `${value}n` : JSON.stringify(value));
