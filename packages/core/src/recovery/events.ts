import { createSeenAttempts } from "./attempts.ts";
import type { RecoverySettings } from "./options.ts";
import { checkTexts, type DeliveryRecord, idOf, timeOf } from "./record.ts";
import { createRowIndex, hashOfWords } from "./row-index.ts";
import { createRows } from "./rows.ts";
import { readUuid, writeUuid } from "./uuid.ts";
import { createWords } from "./words.ts";

/** An event that no attempt has delivered, as its newest record has it. */
export interface FailedEvent {
  readonly guid: string;
  /** The newest record's: the one to deliver again. */
  readonly id: string;
  readonly event: string;
  readonly action: string | null;
  /** What went wrong at the newest attempt. */
  readonly status: string;
  /** When that was, by the service's clock, in UTC. */
  readonly delivered_at: string;
  /** How many records there are, no more of them counted than an event may have. */
  readonly attempts: number;
}

/** All events of one webhook, by the numbers in which their records came first. */
export interface EventTable {
  readonly count: number;
  add(record: DeliveryRecord): void;
  succeeded(event: number): boolean;
  /** Is there an attempt within retention that may be the first? */
  isKept(event: number): boolean;
  attempts(event: number): number;
  /** When it was last attempted, in milliseconds. */
  lastTried(event: number): number;
  /** The newest record's id. */
  newest(event: number): bigint;
  read(event: number): FailedEvent;
}

// Where in an event's row what is. A GUID that is no UUID is a word, with its number in place of the bytes.
const NEWEST = 0;
const LAST_TRIED = 8;
const GUID = 16;
const NAME = 32;
const ACTION = 36;
const STATUS = 40;
const ATTEMPTS = 44;
const MARKS = 48;
const WIDTH = 49;

const SUCCEEDED = 1;
const KEPT = 2;
const NO_UUID = 4;
const NO_ACTION = 8;

/**
 * Takes in records in any order, in so many bytes an event as long as its GUID is a UUID: what is told of events again
 * and again, their names, actions and statuses, is kept once.
 */
export function createEventTable({ kept, maxAttempts, events }: RecoverySettings): EventTable {
  const rows = createRows(WIDTH);
  const words = createWords();
  const otherGuids = new Map<string, number>();
  const others: string[] = [];
  // What came before an event's newest record, of those events that have had several and may have more.
  const older = createSeenAttempts();
  const wanted = new DataView(new ArrayBuffer(16));

  const hashOf = (view: DataView, at: number) =>
    hashOfWords(view.getUint32(at), view.getUint32(at + 4), view.getUint32(at + 8), view.getUint32(at + 12));
  const guids = createRowIndex((row) => hashOf(rows.viewOf(row), rows.offsetOf(row) + GUID));
  const isWanted = (row: number) => {
    const view = rows.viewOf(row);
    const at = rows.offsetOf(row) + GUID;
    return (
      view.getUint32(at) === wanted.getUint32(0) &&
      view.getUint32(at + 4) === wanted.getUint32(4) &&
      view.getUint32(at + 8) === wanted.getUint32(8) &&
      view.getUint32(at + 12) === wanted.getUint32(12)
    );
  };

  /** The event's number, and whether it is new. */
  function eventOf(guid: string): { readonly event: number; readonly isNew: boolean } {
    const isUuid = writeUuid(guid, wanted);
    const hash = isUuid ? hashOf(wanted, 0) : 0;
    const known = isUuid ? guids.find(hash, isWanted) : otherGuids.get(guid);
    if (known !== undefined) return { event: known, isNew: false };
    const event = rows.append();
    const view = rows.viewOf(event);
    const at = rows.offsetOf(event);
    if (isUuid) {
      writeUuid(guid, view, at + GUID);
      guids.add(hash, event);
    } else {
      view.setUint32(at + GUID, others.push(guid) - 1);
      view.setUint8(at + MARKS, NO_UUID);
      otherGuids.set(guid, event);
    }
    return { event, isNew: true };
  }

  function mark(event: number, bits: number): void {
    const at = rows.offsetOf(event) + MARKS;
    rows.viewOf(event).setUint8(at, marksOf(event) | bits);
  }
  const marksOf = (event: number) => rows.viewOf(event).getUint8(rows.offsetOf(event) + MARKS);
  const newestOf = (event: number) => rows.viewOf(event).getBigUint64(rows.offsetOf(event) + NEWEST);
  const attemptsOf = (event: number) => rows.viewOf(event).getUint32(rows.offsetOf(event) + ATTEMPTS);
  const lastTriedOf = (event: number) => rows.viewOf(event).getFloat64(rows.offsetOf(event) + LAST_TRIED);

  function setNewest(event: number, record: DeliveryRecord, id: bigint, time: number): void {
    const view = rows.viewOf(event);
    const at = rows.offsetOf(event);
    view.setBigUint64(at + NEWEST, id);
    view.setFloat64(at + LAST_TRIED, time);
    view.setUint32(at + NAME, words.numberOf(record.event));
    view.setUint32(at + STATUS, words.numberOf(record.status));
    const marks = marksOf(event) & ~NO_ACTION;
    const action = record.action ?? null;
    view.setUint8(at + MARKS, action === null ? marks | NO_ACTION : marks);
    if (action !== null) view.setUint32(at + ACTION, words.numberOf(action));
  }

  return {
    get count() {
      return rows.count;
    },
    add(record) {
      if (events && !events.has(record.event)) return;
      const id = idOf(record);
      checkTexts(record);
      const time = timeOf(record);
      const { event, isNew } = eventOf(record.guid);
      if (record.status === "OK") return mark(event, SUCCEEDED);
      if (marksOf(event) & SUCCEEDED) return;
      if (record.redelivery !== true && time >= kept) mark(event, KEPT);
      const attempts = attemptsOf(event);
      const newest = newestOf(event);
      if (!isNew && id === newest) return;
      const isNewer = isNew || id > newest;
      // Once there are as many as there may be, nobody asks how many more there were.
      const counts = isNew || (attempts < maxAttempts && older.add(event, isNewer ? newest : id));
      if (counts) rows.viewOf(event).setUint32(rows.offsetOf(event) + ATTEMPTS, attempts + 1);
      if (isNewer) setNewest(event, record, id, time);
    },
    succeeded: (event) => (marksOf(event) & SUCCEEDED) !== 0,
    isKept: (event) => (marksOf(event) & KEPT) !== 0,
    attempts: attemptsOf,
    lastTried: lastTriedOf,
    newest: newestOf,
    read(event) {
      const view = rows.viewOf(event);
      const at = rows.offsetOf(event);
      const marks = marksOf(event);
      const other = marks & NO_UUID ? others[view.getUint32(at + GUID)] : undefined;
      return {
        guid: other ?? readUuid(view, at + GUID),
        id: String(newestOf(event)),
        event: words.at(view.getUint32(at + NAME)),
        action: marks & NO_ACTION ? null : words.at(view.getUint32(at + ACTION)),
        status: words.at(view.getUint32(at + STATUS)),
        delivered_at: new Date(lastTriedOf(event)).toISOString().replace(".000Z", "Z"),
        attempts: attemptsOf(event),
      };
    },
  };
}
