import { at, DAY, formatTime } from "./records.fixture.ts";
import type { DeliveryRecord } from "./recovery.ts";

/** A record and the time when it is listed, in minutes. */
interface Attempt {
  readonly record: DeliveryRecord;
  readonly stamped: number;
  readonly listed: number;
}

/** Behavior of a fake service. */
export interface ServiceBehavior {
  /** Returns true if the receiver accepts the event now. */
  readonly accepts: (guid: string, minute: number) => boolean;
  /** Delay until the next record is listed. */
  readonly late: () => number;
  /** Clock skew of the next record's time. */
  readonly skew: () => number;
}

const RETENTION = (3 * DAY) / 60_000;

/** A minimal service: attempts deliveries, keeps records for three days and lists them, some of them late. */
export function startService({ accepts, late, skew }: ServiceBehavior) {
  const attempts: Attempt[] = [];

  function attempt(guid: string, minute: number, redelivery: boolean): void {
    const stamped = minute + skew();
    attempts.push({
      record: {
        id: String(2n ** 53n + BigInt(attempts.length)),
        guid,
        ...{ status: accepts(guid, minute) ? "OK" : "timed out", delivered_at: formatTime(at(stamped)) },
        ...{ event: "star", action: "created", redelivery },
      },
      stamped,
      listed: minute + late(),
    });
  }

  const isListed = ({ stamped, listed }: Attempt, minute: number) => listed <= minute && minute - stamped <= RETENTION;

  return {
    attempts,
    /** Emits an event. */
    happen: (guid: string, minute: number) => attempt(guid, minute, false),
    /**
     * Lists a page of records, newest first.
     * @param after last id of the previous page
     */
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
    /** The `Date` header of a response: whole seconds. */
    date: (minute: number) => new Date(Math.floor(at(minute).getTime() / 1000) * 1000),
    /** Returns true if the event's first attempt is within retention. */
    isKept: (guid: string, minute: number) =>
      attempts.some(
        ({ record, stamped }) => record.guid === guid && !record.redelivery && minute - stamped < RETENTION,
      ),
  };
}
