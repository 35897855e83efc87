import { createEventTable, type EventTable, type FailedEvent } from "./events.ts";
import { type RecoveryOptions, type RecoverySettings, readRecoveryOptions } from "./options.ts";
import { type DeliveryRecords, eachRecord } from "./record.ts";

export type { FailedEvent } from "./events.ts";
export type { RecoveryOptions } from "./options.ts";
export type { DeliveryRecord, DeliveryRecords } from "./record.ts";

/** Events, those first whose last attempt was the longest ago. Each is made when one gets to it, and can be had again. */
export interface FailedEvents extends Iterable<FailedEvent> {
  readonly size: number;
}

/** What to do about the events of one webhook. Each event is counted, or is in one of the lists. */
export interface RecoveryPlan {
  /** How many have been delivered: to those there is a success, however old. */
  readonly delivered: number;
  /** To be delivered again, each by its newest record. */
  readonly redeliver: FailedEvents;
  /**
   * Lost: first attempted longer ago than records are kept. That no first attempt is listed any more says so too, even
   * where later ones are: nobody can tell how many there were, and who always refuses would be sent the event for ever.
   */
  readonly expired: FailedEvents;
  /** Attempted as often as an event may be. */
  readonly exhausted: FailedEvents;
  /** Last attempted before the window: what failed before the run that began at `since` was its to deliver again. */
  readonly outside: FailedEvents;
}

/**
 * Plans what to deliver again of what failed (document 1, Delivery records and redelivery): groups a webhook's records by
 * GUID, and gives the newest of each event that no attempt has delivered, that can still be delivered and has attempts left.
 *
 * - _All_ the records of _one_ webhook are wanted, unfiltered: a success counts whenever it was, and webhooks get an event
 *   under the same GUID, so that another's success would hide a failure.
 * - Their order says nothing. What is listed twice, because pages shifted meanwhile, counts once. Ids are compared exactly.
 * - A record that was listed late is found by the next plan, as nothing but `since` keeps an old failure out, and that leaves
 *   room for what is late.
 * - A redelivery that is under way has no record yet: a plan that is made meanwhile, by this run or another, has its event
 *   again. The receiver knows it by its GUID; runs that follow each other rather than overlap don't send it.
 * - A run that is cut short leaves what it did not get to for the next, as long as `since` stays where it was.
 * - A receiver that always refuses is sent an event `maxAttempts` times, once a plan, and no more once the event has outlived
 *   its first record.
 *
 * Needs some 60 bytes an event, however much its records say; a GUID that is no UUID is kept as it is.
 * @throws InputError on an option, a record's id or its time that can't be right
 */
export async function planRecovery(records: DeliveryRecords, options: RecoveryOptions): Promise<RecoveryPlan> {
  const settings = readRecoveryOptions(options);
  const table = createEventTable(settings);
  await eachRecord(records, table.add);
  return planOf(table, settings);
}

type Fate = "redeliver" | "expired" | "exhausted" | "outside";

function planOf(table: EventTable, settings: RecoverySettings): RecoveryPlan {
  let failed = 0;
  const sizes: Record<Fate, number> = { redeliver: 0, expired: 0, exhausted: 0, outside: 0 };
  for (let event = 0; event < table.count; event += 1) {
    if (table.succeeded(event)) continue;
    failed += 1;
    sizes[fateOf(table, event, settings)] += 1;
  }
  const inOrder = new Uint32Array(failed);
  let next = 0;
  for (let event = 0; event < table.count; event += 1) {
    if (!table.succeeded(event)) inOrder[next++] = event;
  }
  inOrder.sort((a, b) => table.lastTried(a) - table.lastTried(b) || (table.newest(a) < table.newest(b) ? -1 : 1));
  const eventsOf = (fate: Fate): FailedEvents => ({
    size: sizes[fate],
    *[Symbol.iterator]() {
      for (const event of inOrder) if (fateOf(table, event, settings) === fate) yield table.read(event);
    },
  });
  return {
    delivered: table.count - failed,
    redeliver: eventsOf("redeliver"),
    expired: eventsOf("expired"),
    exhausted: eventsOf("exhausted"),
    outside: eventsOf("outside"),
  };
}

/** What becomes of an event that no attempt has delivered. */
function fateOf(table: EventTable, event: number, { maxAttempts, windowStart }: RecoverySettings): Fate {
  if (!table.isKept(event)) return "expired";
  if (table.attempts(event) >= maxAttempts) return "exhausted";
  return table.lastTried(event) < windowStart ? "outside" : "redeliver";
}
