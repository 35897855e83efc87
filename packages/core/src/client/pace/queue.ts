import type { RateLimitRefusal, RateReading } from "../answer/rate-limit.ts";
import type { Priority } from "../chain.ts";
import type { WaitReason } from "../events.ts";
import type { SerialKey } from "./serial.ts";

/** A call, as far as limits are concerned. */
export interface Job {
  readonly cost: number;
  readonly createsContent: boolean;
  readonly isWrite: boolean;
  /** The primary limit that it counts on; null: none. */
  readonly resource: string | null;
  readonly serial: SerialKey | undefined;
  readonly priority: Priority;
  /** Says that it has to wait, and until when at the least; undefined where that depends on other answers. */
  readonly waits: (reason: WaitReason, until: number | undefined) => void;
  /** Its place is free: it goes. */
  readonly go: (place: Place) => void;
}

/** A place that a call has. */
export interface Place {
  /** Gives it back: the call has ended. */
  readonly leave: (ending: Ending) => void;
}

/** What became of a call, as the limits see it. */
export interface Ending {
  /** Undefined where no answer came. `isFree`: it does not count on the primary limit. */
  readonly answer?: { readonly isFree: boolean; readonly rate: RateReading | undefined };
  /** It was refused as too quick. */
  readonly refusal?: RateLimitRefusal | undefined;
  /** It never left: its caller gave up first. */
  readonly unsent?: true;
}

/** A job in the order of arrival. */
export interface Entry {
  readonly job: Job;
  readonly arrived: number;
  /** In a queue, behind another, under way, or none of these: on its way between them, ended, or given up. */
  state: "queued" | "behind" | "active" | "gone";
  /** Those that wait for it to end. */
  readonly behind: Entry[];
}

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
