import type { Reason, ReasonKind, Waiting } from "./reason.ts";
import type { Action, Wanted } from "./wanted.ts";

/** What a job is for; `undo` restores what another one found, `import` does what a file says. */
export type JobKind = Action | "undo" | "import";

export type JobState =
  /** Another job of this account is at work. */
  | "queued"
  | "running"
  /** It waits for the limit, the network or the like, and goes on by itself. */
  | "waiting"
  /** Somebody paused it, or it can't go on without somebody (`why`). */
  | "paused"
  /** What is under way is being settled. */
  | "pausing"
  | "cancelling"
  | "cancelled"
  /** Every item has ended, one way or another. */
  | "done";

/** A job as people follow it: its items lie apart, as there may be thousands. */
export interface Job {
  readonly id: string;
  readonly account: string;
  /** Whose job it is and where, for people: kept, as the account may be removed. */
  readonly login: string;
  readonly origin: string;
  readonly kind: JobKind;
  readonly state: JobState;
  /** The job that it undoes, and what that one was for. */
  readonly undoes: { readonly id: string; readonly kind: JobKind } | null;
  /** The job that undoes it. */
  readonly undoneBy: string | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly counts: JobCounts;
  /** When it will be done, milliseconds since 1970; null: nobody knows. */
  readonly eta: number | null;
  readonly waiting: Waiting | null;
  /** Why it is paused, where nobody paused it. */
  readonly why: Reason | null;
  /** Since when it has been at work without a longer break: what was known shortly before counts as known. */
  readonly activeSince: number | null;
  /** When it last got on. */
  readonly beatAt: number;
  /** How many items had ended when it was last begun or resumed. */
  readonly endedBefore: number;
  /** Refusals that somebody has seen, and went on all the same. */
  readonly tolerates: readonly ReasonKind[];
}

/** How many items stand where; together they are `total`. */
export interface JobCounts {
  readonly total: number;
  /** Written, and the service said so. */
  readonly done: number;
  /** They were as they shall be: nothing was written. */
  readonly already: number;
  readonly failed: number;
  /** Never begun, and never will be: the job was cancelled. */
  readonly skipped: number;
  /** Sent, or about to be. */
  readonly underWay: number;
  /** Still to come. */
  readonly notBegun: number;
}

export type ItemState = "not begun" | "under way" | "done" | "already" | "failed" | "skipped";

/** What one job does to one repository. */
export interface JobItem {
  readonly job: string;
  /** Its place in the job. */
  readonly index: number;
  /** The service's id; null where only a name is known, as in a file. */
  readonly id: number | null;
  readonly owner: string;
  readonly name: string;
  readonly wanted: Wanted;
  /** How it was before anything was written; null: not looked at yet. */
  readonly before: Wanted | null;
  /** Of an undo: how the other job left it. What is otherwise by now was changed by somebody, and stays. */
  readonly left: Wanted | null;
  readonly state: ItemState;
  readonly why: Reason | null;
  readonly endedAt: number | null;
}

/** What a job would cost, before it begins. */
export interface JobEstimate {
  /** Items that will be written. */
  readonly writes: number;
  /** Items that are as they shall be, as far as is known. */
  readonly already: number;
  /** Items that must be looked at first. */
  readonly looks: number;
  readonly seconds: number;
  /** Milliseconds since 1970, if it began now and no other job were before it. */
  readonly eta: number;
  /** Jobs of the account that come first. */
  readonly ahead: number;
}

/** A job that somebody asks for: an action on entries by their ids, or what a file says. */
export type NewJob =
  | { readonly account: string; readonly action: Action; readonly ids: readonly number[] }
  | { readonly account: string; readonly action: "import"; readonly items: readonly ImportedItem[] };

/** What a file wants of one repository, as `planImport` makes it. */
export interface ImportedItem {
  readonly owner: string;
  readonly name: string;
  readonly wanted: Wanted;
}
