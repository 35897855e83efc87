import type { RateLimitRefusal, RateReading } from "../answer/rate-limit.ts";
import type { Priority } from "../chain.ts";
import type { WaitReason } from "../events.ts";

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

/** What calls that go one at a time agree in; a value that is undefined agrees with every other. */
export interface SerialKey {
  readonly fields: string;
  readonly values: readonly (string | undefined)[];
}

/** What keeps a job from going; `until` is undefined where that depends on answers that are still out. */
export interface Obstacle {
  readonly reason: WaitReason;
  readonly until: number | undefined;
}

/** An obstacle that is known to last. */
export interface Outlook extends Obstacle {
  readonly until: number;
}
