import { type Client, isAuthenticationError, isConnectionError } from "@forgehand/core";
import type { InputValue } from "./inputs.ts";
import { problemOf } from "./problem.ts";

/** One thing that a task would do to one target: data, fit for a table. Never holds a secret's value. */
export interface Change {
  readonly target: string;
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/** A target with what went wrong there. */
export interface Failure {
  readonly target: string;
  readonly problem: string;
}

/** What a task would do, and what it would leave alone and why. */
export interface Plan<C extends Change> {
  readonly changes: readonly C[];
  readonly skipped: readonly { readonly target: string; readonly why: string }[];
  /** Targets that could not be read, and so not planned for. */
  readonly unreadable: readonly Failure[];
  /** What the reader ought to know beside. */
  readonly notes: readonly string[];
}

/** A change that the service has accepted, and its time then. */
export interface Applied<C extends Change> {
  readonly change: C;
  /** Undefined where it did not tell. */
  readonly at: Date | undefined;
}

/** How a change ended. */
export interface Outcome<C extends Change> {
  readonly change: C;
  /** Why it failed; undefined where it did not. */
  readonly problem: string | undefined;
  /** What there is to say of a success beside that it is done. */
  readonly note?: string;
}

/**
 * A task: reads what is, plans what to do about it, does it change by change, and reads back whether it holds.
 * Everything throws Problem or ForgeError.
 */
export interface Task<Options, State, C extends Change> {
  readonly title: string;
  /** What it can be run as. */
  readonly modes: readonly InputValue<"mode">[];
  /** Reads the task's own inputs. */
  readonly options: () => Options;
  readonly read: (client: Client, options: Options) => Promise<State>;
  /** Pure: the same state and options always give the same plan. */
  readonly plan: (state: State, options: Options) => Plan<C>;
  /** @returns the service's time when it answered, where it told */
  readonly apply: (client: Client, change: C, options: Options) => Promise<Date | undefined>;
  /** Reads back what was applied; what can't be read is told as a problem, never thrown. */
  readonly verify: (client: Client, applied: readonly Applied<C>[], options: Options) => Promise<readonly Outcome<C>[]>;
  /** Keeps what the next run needs, after whatever was applied. @returns what could not be kept, and why */
  readonly finish?: (
    client: Client,
    state: State,
    outcomes: readonly Outcome<C>[],
    options: Options,
  ) => Promise<readonly Failure[]>;
}

/** What was read of several targets. */
export interface Readings<State> {
  readonly states: readonly State[];
  readonly unreadable: readonly Failure[];
}

/**
 * Reads targets one after the other, each on its own: one that can't be read holds up no other.
 * @throws AuthenticationError or ConnectionError, after which no other could be read either
 */
export async function readEach<Target, State>(
  targets: readonly Target[],
  nameOf: (target: Target) => string,
  read: (target: Target) => Promise<State>,
): Promise<Readings<State>> {
  const states: State[] = [];
  const unreadable: Failure[] = [];
  for (const target of targets) {
    try {
      states.push(await read(target));
    } catch (error) {
      if (isAuthenticationError(error) || isConnectionError(error)) throw error;
      unreadable.push({ target: nameOf(target), problem: problemOf(error) });
    }
  }
  return { states, unreadable };
}

/** Reads applied changes back one after the other, each on its own. @param check tells what is wrong with one, if anything */
export async function verifyEach<C extends Change>(
  applied: readonly Applied<C>[],
  check: (applied: Applied<C>) => Promise<string | undefined>,
): Promise<Outcome<C>[]> {
  const outcomes: Outcome<C>[] = [];
  for (const one of applied) {
    const problem = await check(one).catch(unreadable);
    outcomes.push({ change: one.change, problem });
  }
  return outcomes;
}

/** A change that can't be read back is no success. */
export function unreadable(error: unknown): string {
  return `it was sent, but could not be read back: ${problemOf(error)}`;
}

/** The service's own time of an answer, in whole seconds; the runner's clock may be wrong. */
export function serviceTime(headers: Headers): Date | undefined {
  const date = new Date(headers.get("date") ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
