import type { Priority } from "../chain.ts";
import type { Entry, Job } from "./job.ts";

/** Waiting jobs, first come, first served among those that count on the same limits. */
export interface Queues {
  readonly add: (entry: Entry) => void;
  /** The first of each kind with this priority, in the order of arrival. */
  readonly heads: (priority: Priority) => Entry[];
  /** Takes one out: it goes, or its caller has given up. */
  readonly remove: (entry: Entry) => void;
  /** How many wait. */
  readonly size: () => number;
}

/** Jobs of one kind, in the order of arrival. Those that were taken out stay until they are at the front, or too many. */
interface Lane {
  entries: Entry[];
  first: number;
  /** How many of them wait. */
  waiting: number;
}

/** So many that were taken out may stay in a lane. */
const MOST_LEFTOVERS = 1000;

export function createQueues(): Queues {
  const lanes: Readonly<Record<Priority, Map<string, Lane>>> = {
    interactive: new Map(),
    normal: new Map(),
    bulk: new Map(),
  };
  const kindOf = ({ createsContent, isWrite, resource }: Job) => `${createsContent} ${isWrite} ${resource}`;
  const waits = ({ state }: Entry) => state === "queued";
  let size = 0;

  function headOf(lane: Lane): Entry | undefined {
    for (let head = lane.entries[lane.first]; head; head = lane.entries[++lane.first]) if (waits(head)) return head;
    return undefined;
  }

  return {
    add(entry) {
      const kinds = lanes[entry.job.priority];
      const kind = kindOf(entry.job);
      const lane = kinds.get(kind) ?? { entries: [], first: 0, waiting: 0 };
      kinds.set(kind, lane);
      // What waited behind another comes back to where its arrival puts it.
      let place = lane.entries.length;
      while (place > lane.first && (lane.entries[place - 1]?.arrived ?? 0) > entry.arrived) place--;
      lane.entries.splice(place, 0, entry);
      entry.state = "queued";
      lane.waiting++;
      size++;
    },
    heads: (priority) =>
      Array.from(lanes[priority].values(), headOf)
        .filter((head) => head !== undefined)
        .sort((a, b) => a.arrived - b.arrived),
    remove(entry) {
      const kinds = lanes[entry.job.priority];
      const kind = kindOf(entry.job);
      const lane = kinds.get(kind);
      if (!lane) return;
      entry.state = "gone";
      size--;
      lane.waiting--;
      if (lane.waiting === 0) kinds.delete(kind);
      else if (lane.entries.length > 2 * lane.waiting + MOST_LEFTOVERS) {
        lane.entries = lane.entries.filter(waits);
        lane.first = 0;
      }
    },
    size: () => size,
  };
}
