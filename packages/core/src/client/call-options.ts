import { InputError } from "../errors.ts";
import { MAX_TIMER_DELAY } from "../internal/timers.ts";
import { PRIORITIES, type Priority } from "./chain.ts";

/** How one call is made. */
export interface CallOptions {
  /** Ends the call, its waits and a list between its pages, by throwing the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Who goes first where calls must wait; default `normal`. People's clicks are `interactive`, lists of jobs `bulk`. */
  readonly priority?: Priority | undefined;
  /** The API version to ask for, in place of the client's. */
  readonly version?: string | undefined;
  /** Milliseconds that one attempt may take, in place of the client's. */
  readonly timeout?: number | undefined;
  /** Milliseconds that the call may take in all, with waits and repetitions. A wait that would be longer is not begun. */
  readonly deadline?: number | undefined;
  /** Milliseconds that it may wait for limits, in place of the client's; 0: it is sent now or not at all. */
  readonly maxWait?: number | undefined;
}

/** How a list is read. */
export interface ListOptions extends CallOptions {
  /** Asks for the next page while the last one is worked on; default false. */
  readonly prefetch?: boolean | undefined;
  /** The most pages that are read; default all. */
  readonly maxPages?: number | undefined;
}

/** All that can be said of a call. */
export interface Wishes extends ListOptions {
  readonly mediaType?: PropertyKey | undefined;
}

const CALL = {
  signal: true,
  priority: true,
  version: true,
  timeout: true,
  deadline: true,
  maxWait: true,
  mediaType: true,
} as const satisfies Partial<Record<keyof Wishes, true>>;
const LIST = { ...CALL, prefetch: true, maxPages: true } as const satisfies Record<keyof Wishes, true>;

/**
 * Checks what a caller wants beside the input. Callers without a compiler get a sentence, too.
 * @throws InputError on an option that can't be right, naming it
 */
export function checkWishes(wishes: Wishes, isList: boolean, complain: Complain): void {
  if (typeof wishes !== "object" || wishes === null) throw complain("options", "is an object such as { signal }");
  const known = isList ? LIST : CALL;
  for (const name of Object.keys(wishes)) {
    if (!Object.hasOwn(known, name)) {
      throw complain(
        name,
        `is no option of ${isList ? "a list" : "a call"}; there are ${Object.keys(known).join(", ")}`,
      );
    }
  }
  const { signal, priority, timeout, deadline, maxWait, prefetch, maxPages, version } = wishes;
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw complain("signal", "is an AbortSignal: the `signal` of an AbortController");
  }
  if (priority !== undefined && !PRIORITIES.includes(priority)) {
    throw complain("priority", `is none of ${PRIORITIES.join(", ")}`);
  }
  checkMilliseconds("timeout", timeout, 1, complain);
  // Without an end is more than any timer, and what the client's own option may have to be overruled with.
  if (deadline !== Infinity) checkMilliseconds("deadline", deadline, 1, complain);
  if (maxWait !== Infinity) checkMilliseconds("maxWait", maxWait, 0, complain);
  if (prefetch !== undefined && typeof prefetch !== "boolean") throw complain("prefetch", "is true or false");
  if (maxPages !== undefined && (!Number.isInteger(maxPages) || maxPages < 1)) {
    throw complain("maxPages", "is a whole number, 1 or more");
  }
  readVersion(version);
}

type Complain = (field: string, problem: string) => InputError;

function checkMilliseconds(name: string, given: number | undefined, least: number, complain: Complain): void {
  if (given === undefined || (typeof given === "number" && given >= least && given <= MAX_TIMER_DELAY)) return;
  throw complain(name, `is a number of milliseconds, from ${least} to ${MAX_TIMER_DELAY}`);
}

/** An API version as a header can carry it. @throws InputError */
export function readVersion(version: string | undefined): string | undefined {
  if (version === undefined || (typeof version === "string" && /^[\w.-]+$/.test(version))) return version;
  throw new InputError("version is an API version such as 2026-03-10.", { field: "version" });
}
