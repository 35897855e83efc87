import type { Client } from "@forgehand/core";

/** One thing that a task would do to one target: data, fit for a table. Never holds a secret's value. */
export interface Change {
  readonly target: string;
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/** What a task would do, and what it would leave alone and why. */
export interface Plan<C extends Change> {
  readonly changes: readonly C[];
  readonly skipped: readonly { readonly target: string; readonly why: string }[];
  /** What the reader ought to know beside. */
  readonly notes: readonly string[];
}

/** A change that the service has accepted, and its time then. */
export interface Applied<C extends Change> {
  readonly change: C;
  readonly at: Date;
}

/** How a change ended. */
export interface Outcome<C extends Change> {
  readonly change: C;
  /** Why it failed; undefined where it did not. */
  readonly problem: string | undefined;
}

/**
 * A task: reads what is, plans what to do about it, does it change by change, and reads back whether it holds.
 * Everything throws Problem or ForgeError.
 */
export interface Task<Options, State, C extends Change> {
  readonly title: string;
  /** Reads the task's own inputs. */
  readonly options: () => Options;
  readonly read: (client: Client, options: Options) => Promise<State>;
  /** Pure: the same state and options always give the same plan. */
  readonly plan: (state: State, options: Options) => Plan<C>;
  /** @returns the service's time when it answered */
  readonly apply: (client: Client, change: C, options: Options) => Promise<Date>;
  /** Reads back what was applied. */
  readonly verify: (client: Client, applied: readonly Applied<C>[], options: Options) => Promise<readonly Outcome<C>[]>;
  /** What is to be kept for the next run, after whatever was applied. */
  readonly finish?: (client: Client, state: State, outcomes: readonly Outcome<C>[], options: Options) => Promise<void>;
}

/** The service's own time of an answer; the runner's clock may be wrong. Whole seconds. */
export function serviceTime(headers: Headers): Date {
  const date = new Date(headers.get("date") ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? new Date() : date;
}
