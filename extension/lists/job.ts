import type { ControlId } from "../model/control-states.ts";
import type { Reason, ReasonKind, WaitState } from "./reason.ts";
import type { BulkAction, WantedState } from "./wanted-state.ts";

/** Kind of job. `undo` reverts another job; `import` applies a file. */
export type JobKind = BulkAction | "undo" | "import";

/** Maximum number of items in a job. */
export const MAX_JOB_ITEMS = 50_000;

export type JobState =
  /** Another job of the same account is running. */
  | "queued"
  | "running"
  /** Waits for a rate limit, the network or similar, and resumes automatically. */
  | "waiting"
  /** Paused by the user, or by an error that needs the user (`reason`). */
  | "paused"
  /** Items in progress are being completed. */
  | "pausing"
  | "cancelling"
  | "cancelled"
  /** Every item has ended, successfully or not. */
  | "done";

/** A job. Its items are stored separately, because there can be thousands. */
export interface Job {
  readonly id: string;
  readonly account: string;
  /** Account of the job, for display; stored here because the account may be removed. */
  readonly login: string;
  readonly origin: string;
  readonly kind: JobKind;
  /** The controls whose states the job changes. It only runs while all of them are enabled. */
  readonly controls: readonly ControlId[];
  readonly state: JobState;
  readonly undoOf: { readonly id: string; readonly kind: JobKind } | null;
  /** The job that undoes this one. */
  readonly undoneBy: string | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly counts: JobCounts;
  /** Estimated end, in milliseconds since 1970; null if unknown. */
  readonly eta: number | null;
  readonly waiting: WaitState | null;
  /** Reason why it is paused, if the user did not pause it. */
  readonly reason: Reason | null;
  /** Start of the current period of activity. States checked shortly before it still count as current. */
  readonly activeSince: number | null;
  /** Time of the last progress. */
  readonly lastProgressAt: number;
  /** Number of items that had ended when the job was last started or resumed. */
  readonly endedAtLastStart: number;
  /** Kinds of errors that no longer pause the job, because the user resumed it after them. */
  readonly toleratedReasons: readonly ReasonKind[];
}

/** Number of items per state; they add up to `total`. */
export interface JobCounts {
  readonly total: number;
  /** Written and confirmed by the service. */
  readonly done: number;
  /** Already in the requested state; nothing was written. */
  readonly already: number;
  readonly failed: number;
  /** Never started, because the job was cancelled. */
  readonly skipped: number;
  /** Sent or about to be sent. */
  readonly inProgress: number;
  readonly notStarted: number;
}

export type ItemState = "not-started" | "in-progress" | "done" | "already" | "failed" | "skipped";

/** One job's change to one repository. */
export interface JobItem {
  readonly job: string;
  readonly index: number;
  /** The service's repository ID; null if only the name is known, as in a file. */
  readonly id: number | null;
  readonly owner: string;
  readonly name: string;
  readonly wanted: WantedState;
  /** State before the change; null if not checked yet. */
  readonly stateBefore: WantedState | null;
  /**
   * For an undo: the state that the original job set. If the current state differs, it was changed since and is not
   * undone.
   */
  readonly expectedState: WantedState | null;
  readonly state: ItemState;
  readonly reason: Reason | null;
  readonly endedAt: number | null;
}

/** Estimated cost of a job. */
export interface JobEstimate {
  /** Number of items that will be written. */
  readonly writes: number;
  /** Number of items already in the requested state, as far as known. */
  readonly already: number;
  /** Number of items that must be checked first. */
  readonly checks: number;
  readonly seconds: number;
  /** Estimated end in milliseconds since 1970, if the job is started now. Includes the jobs that run first. */
  readonly eta: number;
  /** Number of the account's jobs that run first. */
  readonly jobsAhead: number;
}

/** A requested job: an action on entries by ID, or the changes from a file. */
export type NewJob =
  | { readonly account: string; readonly action: BulkAction; readonly ids: readonly number[] }
  | { readonly account: string; readonly action: "import"; readonly items: readonly ImportedItem[] };

/** A change requested by an imported file, created by `planImport`. */
export interface ImportedItem {
  readonly owner: string;
  readonly name: string;
  readonly wanted: WantedState;
}

/** Whether all items of a job have ended. */
export function hasEnded({ state }: Job): boolean {
  return state === "done" || state === "cancelled";
}

/** Number of items that have ended. */
export function countEnded({ done, already, failed, skipped }: JobCounts): number {
  return done + already + failed + skipped;
}
