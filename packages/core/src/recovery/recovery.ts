import { type DeliveryRecords, forEachRecord } from "./delivery-record.ts";
import { createEventTable, type EventTable, type FailedEvent } from "./event-table.ts";
import { type RecoveryOptions, type RecoverySettings, readRecoveryOptions } from "./recovery-options.ts";

export type { DeliveryRecord, DeliveryRecords } from "./delivery-record.ts";
export type { FailedEvent } from "./event-table.ts";
export type { RecoveryOptions } from "./recovery-options.ts";

/**
 * Events, ordered by the time of their last attempt, oldest first. They are created on iteration, which can be
 * repeated.
 */
export interface FailedEvents extends Iterable<FailedEvent> {
  readonly size: number;
}

/** Recovery plan for one webhook. Each event is either counted as delivered or contained in one list. */
export interface RecoveryPlan {
  /** Number of events with a successful attempt, however old. */
  readonly delivered: number;
  /** Events to redeliver, each by its newest record. */
  readonly redeliver: FailedEvents;
  /**
   * Events that can't be redelivered, because they were first attempted before the retention period. This includes
   * events whose first attempt is not listed any more: their number of attempts is unknown, so a failing receiver
   * could get them forever.
   */
  readonly expired: FailedEvents;
  /** Events with the maximum number of attempts. */
  readonly exhausted: FailedEvents;
  /** Events last attempted before the window, which were due in an earlier run. */
  readonly outside: FailedEvents;
}

/**
 * Plans which failed deliveries to redeliver. Groups a webhook's records by GUID, and selects the newest record of
 * each event that has no successful attempt, is within retention and has attempts left.
 *
 * - Pass all records of one webhook, unfiltered: any success counts. Do not mix webhooks: they receive an event under
 * the same GUID, so another webhook's success would hide a failure.
 * - The order of the records does not matter. Records that are listed twice because pages shifted count once. Ids are
 * compared exactly.
 * - Records that are listed late are found by the next plan: only `since` excludes old failures, with an overlap.
 * - A redelivery in flight has no record yet, so a plan made in the meantime contains its event again. Avoid
 * overlapping runs; receivers recognize duplicates by the GUID.
 * - If a run is interrupted, the next one plans the redeliveries that it did not send, as long as `since` was not
 * updated.
 * - A receiver that always fails gets an event at most `maxAttempts` times, once per plan, and not after the retention
 * period.
 *
 * Needs about 60 bytes per event. GUIDs that are not UUIDs are stored as they are.
 * @throws InputError if an option, or a record's id or time, is invalid
 */
export async function planRecovery(records: DeliveryRecords, options: RecoveryOptions): Promise<RecoveryPlan> {
  const settings = readRecoveryOptions(options);
  const table = createEventTable(settings);
  await forEachRecord(records, table.add);
  return buildPlan(table, settings);
}

type RecoveryDecision = "redeliver" | "expired" | "exhausted" | "outside";

function buildPlan(table: EventTable, settings: RecoverySettings): RecoveryPlan {
  let failed = 0;
  const sizes: Record<RecoveryDecision, number> = { redeliver: 0, expired: 0, exhausted: 0, outside: 0 };
  for (let event = 0; event < table.count; event += 1) {
    if (table.hasSucceeded(event)) continue;
    failed += 1;
    sizes[decide(table, event, settings)] += 1;
  }
  const ordered = new Uint32Array(failed);
  let next = 0;
  for (let event = 0; event < table.count; event += 1) {
    if (!table.hasSucceeded(event)) ordered[next++] = event;
  }
  ordered.sort(
    (a, b) => table.lastAttempted(a) - table.lastAttempted(b) || (table.newest(a) < table.newest(b) ? -1 : 1),
  );
  const eventsOf = (decision: RecoveryDecision): FailedEvents => ({
    size: sizes[decision],
    *[Symbol.iterator]() {
      for (const event of ordered) if (decide(table, event, settings) === decision) yield table.read(event);
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

/** Decides on an event that no attempt has delivered. */
function decide(table: EventTable, event: number, { maxAttempts, windowStart }: RecoverySettings): RecoveryDecision {
  if (!table.isWithinRetention(event)) return "expired";
  if (table.attempts(event) >= maxAttempts) return "exhausted";
  return table.lastAttempted(event) < windowStart ? "outside" : "redeliver";
}
