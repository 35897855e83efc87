import type { RateLimitReading } from "../response/rate-limit.ts";
import { portion, type QuotaShare } from "./limits.ts";

/** Primary rate limits per resource, as response headers report them. */
export interface PrimaryLimits {
  readonly fits: (resource: string, urgent: boolean, now: number) => boolean;
  /** Time of the reset; undefined if unknown. */
  readonly resetTime: (resource: string, now: number) => number | undefined;
  readonly take: (resource: string, now: number) => void;
  /** Records that a call ended, with or without a response. `isFree`: the call did not count. */
  readonly complete: (resource: string, isFree: boolean) => void;
  /**
   * Records a report of a response.
   * @param deviation milliseconds by which the response's date is later than the earlier dates imply
   */
  readonly update: (rate: RateLimitReading, deviation: number, now: number) => void;
  /** Records that the service rejected a call: the limit is exhausted for `wait` milliseconds. */
  readonly markExhausted: (resource: string, wait: number, deviation: number, now: number) => void;
  readonly isUnused: (now: number) => boolean;
  readonly save: (now: number) => SavedPrimaryLimit[];
  readonly restore: (saved: readonly SavedPrimaryLimit[], now: number) => void;
}

/** State of a primary limit. */
interface PrimaryLimitState {
  readonly resource: string;
  readonly limit: number;
  readonly remaining: number;
  /** The reset in seconds since 1970 by the service's clock; distinguishes one hour from the next. */
  readonly resetSeconds: number;
  /** Calls of this process that count since the last reset. */
  readonly ownCalls: number;
}

/** Persisted state of a primary limit. */
export interface SavedPrimaryLimit extends PrimaryLimitState {
  /** Milliseconds until the reset. */
  readonly resetIn: number;
}

/** Seconds by which reports of the same reset can differ: the service's machines round differently. */
const SAME_RESET_SECONDS = 5;
/** Resets are reported in whole seconds; after this many more milliseconds the reset has certainly passed. */
const ROUNDING_MS = 1000;
/** Share of a limit that is reserved for urgent calls. */
const RESERVED_SHARE = 0.04;
/** Longest span of a primary limit; a damaged store must not block for longer. */
const MAX_SPAN_MS = 3_600_000;
/** Maximum number of limits, whose names come from the service; GitHub has about a dozen. */
const MAX_RESOURCES = 50;

type MutablePrimaryLimit = { -readonly [Name in keyof PrimaryLimitState]: PrimaryLimitState[Name] } & {
  reset: number;
};

export function createPrimaryLimits(share: QuotaShare): PrimaryLimits {
  const states = new Map<string, MutablePrimaryLimit>();
  const pending = new Map<string, number>();
  const pendingOf = (resource: string) => pending.get(resource) ?? 0;

  /** State of a resource; undefined once its reset has passed. */
  function currentState(resource: string, now: number): MutablePrimaryLimit | undefined {
    const state = states.get(resource);
    if (state && state.reset <= now) states.delete(resource);
    return states.get(resource);
  }

  /** Stores a limit; a new one is ignored if there are too many whose resets have not passed. */
  function setState(state: MutablePrimaryLimit, now: number): void {
    if (states.size >= MAX_RESOURCES) for (const resource of states.keys()) currentState(resource, now);
    if (states.size < MAX_RESOURCES || states.has(state.resource)) states.set(state.resource, state);
  }

  return {
    fits(resource, urgent, now) {
      const state = currentState(resource, now);
      if (!state) return true;
      const reserve = urgent ? 0 : Math.floor((state.limit * RESERVED_SHARE) / share.of);
      // Alone, the reported number is the truth: the service doesn't count every call.
      const ownRemaining = share.of === 1 ? Infinity : portion(state.limit, share.part, share.of) - state.ownCalls;
      // The reported number may or may not include pending calls.
      return Math.min(state.remaining - pendingOf(resource), ownRemaining) > reserve;
    },
    resetTime: (resource, now) => currentState(resource, now)?.reset,
    take(resource, now) {
      pending.set(resource, pendingOf(resource) + 1);
      const state = currentState(resource, now);
      if (state) state.ownCalls++;
    },
    complete(resource, isFree) {
      pending.set(resource, Math.max(0, pendingOf(resource) - 1));
      const state = states.get(resource);
      if (isFree && state) state.ownCalls = Math.max(0, state.ownCalls - 1);
    },
    update({ resource, limit, remaining, resetIn, resetSeconds }, deviation, now) {
      const state = currentState(resource, now);
      const resetAt = resetTimeAfter(resetIn, deviation, now);
      const resetShift = state ? resetSeconds - state.resetSeconds : Infinity;
      if (!state || resetShift > SAME_RESET_SECONDS) {
        // The call with this response counts against the new limit, and the pending calls can, too.
        const ownCalls = pendingOf(resource) + 1;
        setState({ resource, limit, remaining, reset: resetAt, resetSeconds, ownCalls }, now);
      } else if (resetShift >= -SAME_RESET_SECONDS) {
        // Responses can arrive out of order, and within an hour `remaining` only decreases unless the limit grows.
        state.remaining = limit > state.limit ? remaining : Math.min(state.remaining, remaining);
        // Two dates that agree correct a reset that was computed from a wrong one.
        state.reset = deviation === 0 ? resetAt : Math.min(state.reset, resetAt);
        state.limit = limit;
      }
    },
    markExhausted(resource, wait, deviation, now) {
      const { limit = 0, ownCalls = 0, resetSeconds = 0 } = states.get(resource) ?? {};
      const reset = resetTimeAfter(wait, deviation, now);
      setState({ resource, limit, ownCalls, resetSeconds, remaining: 0, reset }, now);
    },
    isUnused: (now) => Array.from(states.keys()).every((resource) => !currentState(resource, now)),
    save: (now) =>
      Array.from(states.values(), ({ reset, ...state }) => ({ ...state, resetIn: Math.max(0, reset - now) })),
    restore(saved, now) {
      for (const { resetIn, ...state } of saved) {
        setState({ ...state, reset: now + Math.min(resetIn, MAX_SPAN_MS) }, now);
      }
    },
  };
}

/** The wait counts from a date, so it is too short if that is too late. */
function resetTimeAfter(wait: number, deviation: number, now: number): number {
  return now + Math.min(MAX_SPAN_MS, wait + Math.max(0, deviation)) + ROUNDING_MS;
}
