import type { Priority } from "../chain.ts";
import type { WaitReason } from "../events.ts";
import type { Rate, RateLimitRefusal } from "../rate-limit.ts";
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
  readonly answer?: { readonly isFree: boolean; readonly rate: Rate | undefined };
  /** It was refused as too quick. */
  readonly refusal?: RateLimitRefusal | undefined;
}

/** A job in the order of arrival. */
export interface Entry {
  readonly job: Job;
  readonly arrived: number;
  /** In a queue, behind another, under way, or none of these: its caller has given up. */
  state: "queued" | "behind" | "active" | "gone";
  /** Those that wait for it to end, in order. */
  behind: Entry[];
}

/** Waiting jobs, first come, first served among those that count on the same limits. */
export interface Queues {
  readonly add: (entry: Entry) => void;
  /** The first of each kind with this priority, in the order of arrival. */
  readonly heads: (priority: Priority) => Entry[];
  /** Takes the first of its kind out. */
  readonly remove: (head: Entry) => void;
}

interface Lane {
  readonly jobs: Entry[];
  first: number;
}

export function createQueues(): Queues {
  const lanes: Readonly<Record<Priority, Map<string, Lane>>> = {
    interactive: new Map(),
    normal: new Map(),
    bulk: new Map(),
  };
  const kindOf = ({ createsContent, isWrite, resource }: Job) => `${createsContent} ${isWrite} ${resource}`;

  function headOf(lane: Lane): Entry | undefined {
    while (lane.jobs[lane.first]?.state === "gone") lane.first++;
    return lane.jobs[lane.first];
  }

  return {
    add(entry) {
      const kinds = lanes[entry.job.priority];
      const kind = kindOf(entry.job);
      const lane = kinds.get(kind);
      if (!lane) {
        kinds.set(kind, { jobs: [entry], first: 0 });
        return;
      }
      // What waited behind another comes back to where its arrival puts it.
      let place = lane.jobs.length;
      while (place > lane.first && (lane.jobs[place - 1]?.arrived ?? 0) > entry.arrived) place--;
      lane.jobs.splice(place, 0, entry);
    },
    heads(priority) {
      const heads: Entry[] = [];
      for (const [kind, lane] of lanes[priority]) {
        const head = headOf(lane);
        if (head) heads.push(head);
        else lanes[priority].delete(kind);
      }
      return heads.sort((a, b) => a.arrived - b.arrived);
    },
    remove({ job }) {
      const lane = lanes[job.priority].get(kindOf(job));
      if (!lane) return;
      lane.first++;
      if (lane.first < 1000) return;
      lane.jobs.splice(0, lane.first);
      lane.first = 0;
    },
  };
}
