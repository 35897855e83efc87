import { at, DAY, formatTime } from "./records.fixture.ts";
import type { DeliveryRecord } from "./recovery.ts";

/** A record and the time when it is listed, in minutes. */
interface Attempt {
  readonly record: DeliveryRecord;
  readonly recorded: number;
  readonly listed: number;
}

/** Behavior of a fake service. */
export interface ServiceBehavior {
  /** Returns true if the receiver accepts the event now. */
  readonly accepts: (guid: string, minute: number) => boolean;
  /** Delay until the next record is listed. */
  readonly delay: () => number;
  /** Clock skew of the next record's time. */
  readonly skew: () => number;
}

const RETENTION = (3 * DAY) / 60_000;

/** A minimal service: attempts deliveries, keeps records for three days and lists them, some of them with a delay. */
export function startService({ accepts, delay, skew }: ServiceBehavior) {
  const attempts: Attempt[] = [];

  function attempt(guid: string, minute: number, redelivery: boolean): void {
    const recorded = minute + skew();
    attempts.push({
      record: {
        id: String(2n ** 53n + BigInt(attempts.length)),
        guid,
        status: accepts(guid, minute) ? "OK" : "timed out",
        delivered_at: formatTime(at(recorded)),
        event: "star",
        action: "created",
        redelivery,
      },
      recorded,
      listed: minute + delay(),
    });
  }

  const isListed = ({ recorded, listed }: Attempt, minute: number) =>
    listed <= minute && minute - recorded <= RETENTION;

  return {
    attempts,
    /** Emits an event. */
    emit: (guid: string, minute: number) => attempt(guid, minute, false),
    /**
     * Lists a page of records, newest first.
     * @param after last id of the previous page
     */
    list: (minute: number, size: number, after?: string) =>
      attempts
        .filter(
          (candidate) =>
            isListed(candidate, minute) && (after === undefined || BigInt(candidate.record.id) < BigInt(after)),
        )
        .map(({ record }) => record)
        .toReversed()
        .slice(0, size),
    redeliver(id: string, minute: number): void {
      const found = attempts.find((candidate) => candidate.record.id === id && isListed(candidate, minute));
      if (found) attempt(found.record.guid, minute, true);
    },
    /** The `Date` header of a response: whole seconds. */
    date: (minute: number) => new Date(Math.floor(at(minute).getTime() / 1000) * 1000),
    /** Returns true if the event's first attempt is within retention. */
    isKept: (guid: string, minute: number) =>
      attempts.some(
        ({ record, recorded }) => record.guid === guid && !record.redelivery && minute - recorded < RETENTION,
      ),
  };
}
