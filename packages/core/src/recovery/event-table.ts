import { attemptTime, checkStringFields, type DeliveryRecord, idOf } from "./delivery-record.ts";
import type { RecoverySettings } from "./recovery-options.ts";
import { createRowIndex, hashOfWords } from "./row-index.ts";
import { createRowStore } from "./row-store.ts";
import { createSeenAttempts } from "./seen-attempts.ts";
import { createStringTable } from "./string-table.ts";
import { readUuid, writeUuid } from "./uuid.ts";

/** An event that no attempt has delivered, with the data of its newest record. */
export interface FailedEvent {
  readonly guid: string;
  /** Id of the newest record, the one to redeliver. */
  readonly id: string;
  readonly event: string;
  readonly action: string | null;
  /** Failure of the newest attempt. */
  readonly status: string;
  /** Time of the newest attempt, by the service's clock, in UTC. */
  readonly delivered_at: string;
  /** Number of attempts, counted up to `maxAttempts`. */
  readonly attempts: number;
}

/** The events of one webhook, numbered in the order of their first records. */
export interface EventTable {
  readonly count: number;
  add(record: DeliveryRecord): void;
  hasSucceeded(event: number): boolean;
  /** Returns true if an attempt that may be the first is within retention. */
  isWithinRetention(event: number): boolean;
  attempts(event: number): number;
  /** Returns the time of the newest attempt, in milliseconds. */
  lastAttempted(event: number): number;
  /** Returns the id of the newest record. */
  newest(event: number): bigint;
  read(event: number): FailedEvent;
}

// Offsets in an event's row. A GUID that is not a UUID is stored as a string, with its index in place of the bytes.
const NEWEST = 0;
const LAST_ATTEMPTED = 8;
const GUID = 16;
const NAME = 32;
const ACTION = 36;
const STATUS = 40;
const ATTEMPTS = 44;
const FLAGS = 48;
const WIDTH = 49;

const SUCCEEDED = 1;
const RETAINED = 2;
const NO_UUID = 4;
const NO_ACTION = 8;

/**
 * Adds records in any order. Needs a fixed number of bytes per event, as long as its GUID is a UUID: repeated strings
 * such as names, actions and statuses are stored once.
 */
export function createEventTable({ retentionStart, maxAttempts, events }: RecoverySettings): EventTable {
  const rows = createRowStore(WIDTH);
  const strings = createStringTable();
  const otherGuids = new Map<string, number>();
  const otherGuidTexts: string[] = [];
  // Ids of all records but the newest one, kept only for events with several attempts, up to `maxAttempts`.
  const seenAttempts = createSeenAttempts();
  const searchedUuid = new DataView(new ArrayBuffer(16));

  const hashOf = (view: DataView, at: number) =>
    hashOfWords(view.getUint32(at), view.getUint32(at + 4), view.getUint32(at + 8), view.getUint32(at + 12));
  const guids = createRowIndex((row) => hashOf(rows.viewOf(row), rows.offsetOf(row) + GUID));
  const matchesSearchedUuid = (row: number) => {
    const view = rows.viewOf(row);
    const at = rows.offsetOf(row) + GUID;
    return (
      view.getUint32(at) === searchedUuid.getUint32(0) &&
      view.getUint32(at + 4) === searchedUuid.getUint32(4) &&
      view.getUint32(at + 8) === searchedUuid.getUint32(8) &&
      view.getUint32(at + 12) === searchedUuid.getUint32(12)
    );
  };

  /** Returns the event's number and whether it is new. */
  function eventOf(guid: string): { readonly event: number; readonly isNew: boolean } {
    const isUuid = writeUuid(guid, searchedUuid);
    const hash = isUuid ? hashOf(searchedUuid, 0) : 0;
    const known = isUuid ? guids.find(hash, matchesSearchedUuid) : otherGuids.get(guid);
    if (known !== undefined) return { event: known, isNew: false };
    const event = rows.append();
    const view = rows.viewOf(event);
    const at = rows.offsetOf(event);
    if (isUuid) {
      writeUuid(guid, view, at + GUID);
      guids.add(hash, event);
    } else {
      view.setUint32(at + GUID, otherGuidTexts.push(guid) - 1);
      view.setUint8(at + FLAGS, NO_UUID);
      otherGuids.set(guid, event);
    }
    return { event, isNew: true };
  }

  function setFlag(event: number, bits: number): void {
    const at = rows.offsetOf(event) + FLAGS;
    rows.viewOf(event).setUint8(at, flagsOf(event) | bits);
  }
  const flagsOf = (event: number) => rows.viewOf(event).getUint8(rows.offsetOf(event) + FLAGS);
  const newestOf = (event: number) => rows.viewOf(event).getBigUint64(rows.offsetOf(event) + NEWEST);
  const attemptsOf = (event: number) => rows.viewOf(event).getUint32(rows.offsetOf(event) + ATTEMPTS);
  const lastAttemptedOf = (event: number) => rows.viewOf(event).getFloat64(rows.offsetOf(event) + LAST_ATTEMPTED);

  function setNewest(event: number, record: DeliveryRecord, id: bigint, time: number): void {
    const view = rows.viewOf(event);
    const at = rows.offsetOf(event);
    view.setBigUint64(at + NEWEST, id);
    view.setFloat64(at + LAST_ATTEMPTED, time);
    view.setUint32(at + NAME, strings.indexOf(record.event));
    view.setUint32(at + STATUS, strings.indexOf(record.status));
    const flags = flagsOf(event) & ~NO_ACTION;
    const action = record.action ?? null;
    view.setUint8(at + FLAGS, action === null ? flags | NO_ACTION : flags);
    if (action !== null) view.setUint32(at + ACTION, strings.indexOf(action));
  }

  return {
    get count() {
      return rows.count;
    },
    add(record) {
      if (events && !events.has(record.event)) return;
      const id = idOf(record);
      checkStringFields(record);
      const time = attemptTime(record);
      const { event, isNew } = eventOf(record.guid);
      if (record.status === "OK") return setFlag(event, SUCCEEDED);
      if (flagsOf(event) & SUCCEEDED) return;
      if (record.redelivery !== true && time >= retentionStart) setFlag(event, RETAINED);
      const attempts = attemptsOf(event);
      const newest = newestOf(event);
      if (!isNew && id === newest) return;
      const isNewer = isNew || id > newest;
      // Attempts above `maxAttempts` need not be counted.
      const isNewAttempt = isNew || (attempts < maxAttempts && seenAttempts.add(event, isNewer ? newest : id));
      if (isNewAttempt) rows.viewOf(event).setUint32(rows.offsetOf(event) + ATTEMPTS, attempts + 1);
      if (isNewer) setNewest(event, record, id, time);
    },
    hasSucceeded: (event) => (flagsOf(event) & SUCCEEDED) !== 0,
    isWithinRetention: (event) => (flagsOf(event) & RETAINED) !== 0,
    attempts: attemptsOf,
    lastAttempted: lastAttemptedOf,
    newest: newestOf,
    read(event) {
      const view = rows.viewOf(event);
      const at = rows.offsetOf(event);
      const flags = flagsOf(event);
      const otherGuid = flags & NO_UUID ? otherGuidTexts[view.getUint32(at + GUID)] : undefined;
      return {
        guid: otherGuid ?? readUuid(view, at + GUID),
        id: String(newestOf(event)),
        event: strings.at(view.getUint32(at + NAME)),
        action: flags & NO_ACTION ? null : strings.at(view.getUint32(at + ACTION)),
        status: strings.at(view.getUint32(at + STATUS)),
        delivered_at: new Date(lastAttemptedOf(event)).toISOString().replace(".000Z", "Z"),
        attempts: attemptsOf(event),
      };
    },
  };
}
