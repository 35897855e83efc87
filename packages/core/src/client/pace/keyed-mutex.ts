import type { InputFields } from "../request/input-fields.ts";
import type { QueueEntry, SerialKey } from "./job.ts";
import { urgency } from "./priority-queues.ts";

/** The serial key of a call; undefined if any number can run concurrently. */
export function serialKey(fields: readonly string[], input: InputFields): SerialKey | undefined {
  if (fields.length === 0) return undefined;
  return {
    fields: fields.join(),
    // Names are case-insensitive.
    values: fields.map((field) => (input[field] === undefined ? undefined : String(input[field]).toLowerCase())),
  };
}

/** Makes conflicting calls run one at a time. */
export interface KeyedMutex {
  readonly keyOf: typeof serialKey;
  /**
   * Queues an entry behind the last conflicting one that is active, more urgent, or arrived earlier.
   * @returns whether the entry has to wait
   */
  readonly enqueue: (entry: QueueEntry) => boolean;
  /**
   * Removes an entry that ended or was cancelled.
   * @returns the entries that can now run
   */
  readonly release: (entry: QueueEntry) => readonly QueueEntry[];
}

/** Entries with equal keys, in order of arrival. */
interface MutexQueue {
  readonly key: SerialKey;
  readonly members: QueueEntry[];
}

/** For the option `serial` of `pace()`: conflicting calls run one at a time. */
export const serialKeys = (): (() => KeyedMutex) => createKeyedMutex;

export function createKeyedMutex(): KeyedMutex {
  const queues = new Map<string, MutexQueue>();

  function blocker(entry: QueueEntry, own: MutexQueue): QueueEntry | undefined {
    const inOwn = own.members.findLast((member) => comesBefore(member, entry));
    if (inOwn) return inOwn;
    for (const queue of queues.values()) {
      if (queue === own || !areConflicting(queue.key, own.key)) continue;
      const other = queue.members.findLast((member) => comesBefore(member, entry));
      if (other) return other;
    }
    return undefined;
  }

  function enqueue(entry: QueueEntry): boolean {
    const { serial } = entry.job;
    if (!serial) return false;
    const name = nameOf(serial);
    const queue = queues.get(name) ?? { key: serial, members: [] };
    queues.set(name, queue);
    if (!queue.members.includes(entry)) queue.members.push(entry);
    const other = blocker(entry, queue);
    other?.waiters.push(entry);
    return other !== undefined;
  }

  return {
    keyOf: serialKey,
    enqueue,
    release(entry) {
      const { serial } = entry.job;
      const queue = serial && queues.get(nameOf(serial));
      const index = queue?.members.indexOf(entry) ?? -1;
      if (!serial || !queue || index === -1) return [];
      queue.members.splice(index, 1);
      if (queue.members.length === 0) queues.delete(nameOf(serial));
      return entry.waiters.splice(0).filter((waiter) => waiter.state === "blocked" && !enqueue(waiter));
    },
  };
}

/** A total order that does not change over time, so that two entries never wait for each other. */
function comesBefore(other: QueueEntry, entry: QueueEntry): boolean {
  if (other.state === "active") return true;
  const lead = urgency(other) - urgency(entry);
  return lead < 0 || (lead === 0 && other.arrived < entry.arrived);
}

function nameOf({ fields, values }: SerialKey): string {
  return JSON.stringify([fields, values.map((value) => value ?? null)]);
}

/** Whether calls with these keys must not run concurrently. */
function areConflicting(a: SerialKey, b: SerialKey): boolean {
  return (
    a.fields === b.fields &&
    a.values.every((value, index) => {
      const other = b.values[index];
      return value === undefined || other === undefined || value === other;
    })
  );
}
