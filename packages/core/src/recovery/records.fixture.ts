import type { DeliveryRecord } from "./recovery.ts";

const START = Date.parse("2026-01-01T00:00:00Z");
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A moment, so many minutes after the start. */
export const at = (minutes: number) => new Date(START + minutes * MINUTE);

/** A time as the service writes it: whole seconds without a fraction. */
export const stamp = (time: Date) => time.toISOString().replace(".000Z", "Z");

/** A record of a first attempt that failed, where nothing else is said; its id grows with its time. */
export function failed(minute: number, guid: string, said: Partial<DeliveryRecord> = {}): DeliveryRecord {
  return {
    id: String(2n ** 53n + BigInt(Math.round(minute * MINUTE))),
    guid,
    status: "timed out",
    delivered_at: stamp(at(minute)),
    event: "star",
    action: "created",
    redelivery: false,
    ...said,
  };
}

/** A redelivery's. */
export const failedAgain = (minute: number, guid: string): DeliveryRecord => failed(minute, guid, { redelivery: true });

export const succeeded = (minute: number, guid: string): DeliveryRecord => failed(minute, guid, { status: "OK" });
