import type { Priority } from "../middleware.ts";
import type { QueueEntry, ScheduledJob } from "./job.ts";

/** Queued jobs: first in, first out within each priority and combination of limits. */
export interface PriorityQueues {
  readonly add: (entry: QueueEntry) => void;
  /** The first job of each lane with this priority, in order of arrival. */
  readonly heads: (priority: Priority) => QueueEntry[];
  /** Removes an entry that starts or whose caller gave up. */
  readonly remove: (entry: QueueEntry) => void;
  /** Number of queued jobs. */
  readonly size: () => number;
}

/**
 * Jobs that count against the same limits, in order of arrival. Removed entries stay until they reach the front or
 * become too many.
 */
interface QueueLane {
  entries: QueueEntry[];
  /** All entries before this index have been removed. */
  first: number;
  /** Number of entries still queued. */
  waiting: number;
}

/** A lane is compacted once removed entries outnumber waiting ones by more than this. */
const MAX_TOMBSTONES = 1000;

export function createPriorityQueues(): PriorityQueues {
  const lanes: Readonly<Record<Priority, Map<string, QueueLane>>> = {
    interactive: new Map(),
    normal: new Map(),
    bulk: new Map(),
  };
  const laneKeyOf = ({ createsContent, isWrite, isPrompt, resource }: ScheduledJob) =>
    `${createsContent} ${isWrite} ${isPrompt} ${resource}`;
  const isQueued = ({ state }: QueueEntry) => state === "queued";
  let size = 0;

  function headOf(lane: QueueLane): QueueEntry | undefined {
    for (let head = lane.entries[lane.first]; head; head = lane.entries[++lane.first]) if (isQueued(head)) return head;
    return undefined;
  }

  return {
    add(entry) {
      const lanesByKey = lanes[entry.job.priority];
      const key = laneKeyOf(entry.job);
      const lane = lanesByKey.get(key) ?? { entries: [], first: 0, waiting: 0 };
      lanesByKey.set(key, lane);
      // A job that was blocked returns to its place by arrival.
      let index = lane.entries.length;
      while (index > lane.first && (lane.entries[index - 1]?.arrived ?? 0) > entry.arrived) index--;
      lane.entries.splice(index, 0, entry);
      entry.state = "queued";
      lane.waiting++;
      size++;
    },
    heads: (priority) =>
      Array.from(lanes[priority].values(), headOf)
        .filter((head) => head !== undefined)
        .sort((a, b) => a.arrived - b.arrived),
    remove(entry) {
      const lanesByKey = lanes[entry.job.priority];
      const key = laneKeyOf(entry.job);
      const lane = lanesByKey.get(key);
      if (!lane) return;
      entry.state = "done";
      size--;
      lane.waiting--;
      if (lane.waiting === 0) lanesByKey.delete(key);
      else if (lane.entries.length > 2 * lane.waiting + MAX_TOMBSTONES) {
        lane.entries = lane.entries.filter(isQueued);
        lane.first = 0;
      }
    },
    size: () => size,
  };
}
