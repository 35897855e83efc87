import type { WaitReason } from "../events.ts";
import type { Priority } from "../middleware.ts";
import type { RateLimitRejection } from "../response/rate-limit.ts";
import type { ReportedLimit } from "./primary-limits.ts";

/** A call as the limits see it. */
export interface PaceJob {
  readonly cost: number;
  readonly createsContent: boolean;
  readonly isWrite: boolean;
  /** The primary rate limit that it counts against; null if none. */
  readonly resource: string | null;
  readonly serial: SerialKey | undefined;
  readonly priority: Priority;
  /** Whether it starts at once if the limits allow it, instead of a few milliseconds after the one before. */
  readonly isPrompt: boolean;
}

/** A call that requests a slot. */
export interface ScheduledJob extends PaceJob {
  /** Called if the call has to wait. `wait`: minimum in milliseconds; `Infinity` if that depends on other responses. */
  readonly onWait: (reason: WaitReason, wait: number) => void;
  /** Called if the call can't be sent, because the store of its quota fails. */
  readonly onError?: (error: unknown) => void;
  /** Called when the call can be sent. */
  readonly onStart: (slot: Slot) => void;
}

/** Permission to send one call. */
export interface Slot {
  /** Frees the slot. Must be called when the call has ended. */
  readonly release: (result: JobResult) => void;
}

/** Properties of a call's result that affect limits. */
export interface JobResult {
  /** Undefined if there was no response. */
  readonly response?: JobResponse;
  /** Set if the service rejected the call because of a rate limit. */
  readonly rejection?: RateLimitRejection | undefined;
  /** Milliseconds that the call took, if it was sent before it had its slot; default the time since then. */
  readonly duration?: number;
  /** Whether the call was never sent, because its caller gave up first. */
  readonly isUnsent?: boolean;
}

/** Properties of a response that affect limits. */
interface JobResponse {
  /** The call does not count against the primary limit. */
  readonly isFree: boolean;
  readonly rate: ReportedLimit | undefined;
  /** Date of the response, in milliseconds since 1970 by the service's clock; undefined if it has none. */
  readonly date?: number | undefined;
}

/** A job with its order of arrival. */
export interface QueueEntry {
  readonly job: PaceJob & Partial<ScheduledJob>;
  readonly arrived: number;
  /** `done`: ended, cancelled, or in transition between the other states. */
  state: "queued" | "blocked" | "active" | "done";
  /** Entries that wait for this one to end. */
  readonly waiters: QueueEntry[];
}

/** Calls with matching keys run one at a time; an undefined value matches any value. */
export interface SerialKey {
  readonly fields: string;
  readonly values: readonly (string | undefined)[];
}

/** A limit that keeps a job from starting; `until` is `Infinity` if that depends on pending responses. */
export interface Blocker {
  readonly reason: WaitReason;
  readonly until: number;
  /** Whether the jobs behind it need not wait. */
  readonly isPassable?: true;
}

/** A wait with a known length. */
export interface KnownWait {
  readonly reason: WaitReason;
  /** Milliseconds. */
  readonly wait: number;
}
