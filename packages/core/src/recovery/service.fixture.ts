import { at, DAY, stamp } from "./records.fixture.ts";
import type { DeliveryRecord } from "./recovery.ts";

/** A record, and when it comes to be listed. Times are in minutes. */
interface Attempt {
  readonly record: DeliveryRecord;
  readonly stamped: number;
  readonly listed: number;
}

/** What a service does beside what it is told to. */
export interface Habits {
  /** Does the receiver take this event now? */
  readonly accepts: (guid: string, minute: number) => boolean;
  /** How long after its time the next record is listed. */
  readonly late: () => number;
  /** By how much the clock that stamps the next record is wrong. */
  readonly skew: () => number;
}

const RETENTION = (3 * DAY) / 60_000;

/** As much of a service as deliveries take: it attempts, keeps records for three days, and lists them, some of them late. */
export function startService({ accepts, late, skew }: Habits) {
  const attempts: Attempt[] = [];

  function attempt(guid: string, minute: number, redelivery: boolean): void {
    const stamped = minute + skew();
    attempts.push({
      record: {
        id: String(2n ** 53n + BigInt(attempts.length)),
        guid,
        ...{ status: accepts(guid, minute) ? "OK" : "timed out", delivered_at: stamp(at(stamped)) },
        ...{ event: "star", action: "created", redelivery },
      },
      stamped,
      listed: minute + late(),
    });
  }

  const isListed = ({ stamped, listed }: Attempt, minute: number) => listed <= minute && minute - stamped <= RETENTION;

  return {
    attempts,
    /** Something happens. */
    happen: (guid: string, minute: number) => attempt(guid, minute, false),
    /** So many of what is listed now, the newest first. @param after the id that the page before ended at */
    list: (minute: number, size: number, after?: string) =>
      attempts
        .filter((one) => isListed(one, minute) && (after === undefined || BigInt(one.record.id) < BigInt(after)))
        .map(({ record }) => record)
        .toReversed()
        .slice(0, size),
    redeliver(id: string, minute: number): void {
      const found = attempts.find((one) => one.record.id === id && isListed(one, minute));
      if (found) attempt(found.record.guid, minute, true);
    },
    /** The `Date` of an answer: whole seconds. */
    date: (minute: number) => new Date(Math.floor(at(minute).getTime() / 1000) * 1000),
    /** Is an event's first attempt within retention? */
    isKept: (guid: string, minute: number) =>
      attempts.some(
        ({ record, stamped }) => record.guid === guid && !record.redelivery && minute - stamped < RETENTION,
      ),
  };
}
