import type { DeliveryRecord } from "./recovery.ts";

const START = Date.parse("2026-01-01T00:00:00Z");
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Returns the time a number of minutes after the start. */
export const at = (minutes: number) => new Date(START + minutes * MINUTE);

/** Formats a time like the service: whole seconds without a fraction. */
export const formatTime = (time: Date) => time.toISOString().replace(".000Z", "Z");

/** Creates a record of a failed first attempt; its id increases with its time. */
export function failed(minute: number, guid: string, fields: Partial<DeliveryRecord> = {}): DeliveryRecord {
  return {
    id: String(2n ** 53n + BigInt(Math.round(minute * MINUTE))),
    guid,
    status: "timed out",
    delivered_at: formatTime(at(minute)),
    event: "star",
    action: "created",
    redelivery: false,
    ...fields,
  };
}

export const failedAgain = (minute: number, guid: string): DeliveryRecord => failed(minute, guid, { redelivery: true });

export const succeeded = (minute: number, guid: string): DeliveryRecord => failed(minute, guid, { status: "OK" });
