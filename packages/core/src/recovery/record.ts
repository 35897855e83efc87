import { invalidField } from "../errors.ts";

/** What recovery reads of a delivery's record: what the service's lists of deliveries answer has all of it, and more. */
export interface DeliveryRecord {
  /** Digits of a whole number of up to 64 bits. Later records have larger ones. */
  readonly id: string;
  /** The same for every attempt at one event. */
  readonly guid: string;
  /** `OK`, or a few words on what went wrong. */
  readonly status: string;
  /** When it was attempted, by the service's clock: `2026-01-01T00:00:00Z`. */
  readonly delivered_at: string;
  readonly event: string;
  readonly action: string | null;
  /** False for the first attempt at an event; where it is not said, any may be the first. */
  readonly redelivery?: boolean | undefined;
}

/** Records as they come: one by one, or page by page, which `items` and `pages` of a client give. */
export type DeliveryRecords =
  | Iterable<DeliveryRecord | Iterable<DeliveryRecord>>
  | AsyncIterable<DeliveryRecord | Iterable<DeliveryRecord>>;

/** Goes through records, whichever way they come. */
export async function eachRecord(records: DeliveryRecords, take: (record: DeliveryRecord) => void): Promise<void> {
  if (!isIterable(records))
    throw invalidField("records", "are given one by one or page by page, as what a loop goes through");
  for await (const one of records) {
    if (typeof one !== "object" || one === null) throw invalidField("records", `are objects, not ${shown(one)}`);
    if (!(Symbol.iterator in one)) take(one);
    else for (const record of one) take(record);
  }
}

function isIterable(records: DeliveryRecords): boolean {
  return (
    typeof records === "object" && records !== null && (Symbol.asyncIterator in records || Symbol.iterator in records)
  );
}

const TEXTS = ["guid", "event", "status"] as const;

/** @throws InputError on a record that doesn't say which event it is of: all such would count as one */
export function checkTexts(record: DeliveryRecord): void {
  for (const field of TEXTS) {
    const value = record[field];
    if (typeof value !== "string")
      throw invalidField(field, `of the delivery ${record.id} is a text, not ${shown(value)}`);
  }
}

/** A record's id, exactly. @throws InputError where it is none: one whose last digits are lost would name another delivery */
export function idOf({ id }: DeliveryRecord): bigint {
  const value = typeof id === "string" && /^(0|[1-9]\d{0,19})$/.test(id) ? BigInt(id) : undefined;
  if (value !== undefined && value === BigInt.asUintN(64, value)) return value;
  throw invalidField("id", `of a delivery's record is a text of digits, up to 64 bits, not ${shown(id)}`);
}

/** When a record was attempted, in milliseconds. @throws InputError where that can't be told */
export function timeOf({ delivered_at, id }: DeliveryRecord): number {
  const time = Date.parse(delivered_at);
  if (!Number.isNaN(time)) return time;
  throw invalidField("delivered_at", `of the delivery ${id} is a time, not ${shown(delivered_at)}`);
}

const shown = (value: unknown) => (typeof value === "bigint" ? `${value}n` : JSON.stringify(value));
