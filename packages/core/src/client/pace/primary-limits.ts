import type { RateLimitReading } from "../response/rate-limit.ts";
import type { QuotaShare } from "./limits.ts";

/** Primary rate limits per resource, as response headers report them. */
export interface PrimaryLimits {
  readonly share: QuotaShare | undefined;
  readonly states: Map<string, PrimaryLimitState>;
  /** Number of calls without a response yet. */
  readonly pending: Map<string, number>;
}

/** A primary limit as a response reports it. */
export type ReportedLimit = Pick<RateLimitReading, "resource" | "limit" | "remaining" | "resetIn" | "resetSeconds">;

/** State of a primary limit. */
interface PrimaryLimitState {
  readonly resource: string;
  limit: number;
  remaining: number;
  reset: number;
  /** The reset in seconds since 1970 by the service's clock; distinguishes one hour from the next. */
  readonly resetSeconds: number;
  /** Calls of this process that count since the last reset. */
  ownCalls: number;
}

/** Seconds by which reports of the same reset can differ: the service's machines round differently. */
const SAME_RESET_SECONDS = 5;
/** Resets are reported in whole seconds; after this many more milliseconds the reset has certainly passed. */
const ROUNDING_MS = 1000;
/** Share of a limit that is reserved for urgent calls. */
const RESERVED_SHARE = 0.04;
/** Longest span of a primary limit. */
export const MAX_SPAN_MS = 3_600_000;
/** Maximum number of limits, whose names come from the service; GitHub has about a dozen. */
const MAX_RESOURCES = 50;

export function createPrimaryLimits(share: QuotaShare | undefined): PrimaryLimits {
  return { share, states: new Map(), pending: new Map() };
}

/** State of a resource; undefined once its reset has passed. */
export function primaryState({ states }: PrimaryLimits, resource: string, now: number): PrimaryLimitState | undefined {
  const state = states.get(resource);
  if (state && state.reset <= now) states.delete(resource);
  return states.get(resource);
}

/** Stores a limit; a new one is ignored if there are too many whose resets have not passed. */
export function setPrimaryState(primary: PrimaryLimits, state: PrimaryLimitState, now: number): void {
  const { states } = primary;
  if (states.size >= MAX_RESOURCES) for (const resource of states.keys()) primaryState(primary, resource, now);
  if (states.size < MAX_RESOURCES || states.has(state.resource)) states.set(state.resource, state);
}

const pendingOf = ({ pending }: PrimaryLimits, resource: string) => pending.get(resource) ?? 0;

/** Time at which a call fits: now, or the reset. */
export function primaryFreeAt(primary: PrimaryLimits, resource: string, urgent: boolean, now: number): number {
  const { share } = primary;
  const state = primaryState(primary, resource, now);
  if (!state) return now;
  const { limit, remaining, ownCalls, reset } = state;
  const reserve = urgent ? 0 : Math.floor((limit * RESERVED_SHARE) / (share?.of ?? 1));
  // Alone, the reported number is the truth: the service doesn't count every call.
  const ownRemaining = share ? share.portion(limit) - ownCalls : Infinity;
  // The reported number may or may not include pending calls.
  return Math.min(remaining - pendingOf(primary, resource), ownRemaining) > reserve ? now : reset;
}

export function takePrimary(primary: PrimaryLimits, resource: string, now: number): void {
  primary.pending.set(resource, pendingOf(primary, resource) + 1);
  const state = primaryState(primary, resource, now);
  if (state) state.ownCalls++;
}

/** Records that a call ended, with or without a response. `isFree`: the call did not count. */
export function completePrimary(primary: PrimaryLimits, resource: string, isFree: boolean): void {
  primary.pending.set(resource, pendingOf(primary, resource) - 1);
  const state = primary.states.get(resource);
  if (isFree && state) state.ownCalls--;
}

/**
 * Records a report of a response.
 * @param deviation milliseconds by which the response's date is later than the earlier dates imply
 */
export function updatePrimary(primary: PrimaryLimits, rate: ReportedLimit, deviation: number, now: number): void {
  const { resource, limit, remaining, resetIn, resetSeconds } = rate;
  const state = primaryState(primary, resource, now);
  const reset = resetAfter(resetIn, deviation, now);
  const resetShift = resetSeconds - (state?.resetSeconds ?? 0);
  if (!state || resetShift > SAME_RESET_SECONDS) {
    // The call with this response counts against the new limit, and the pending calls can, too.
    const ownCalls = pendingOf(primary, resource) + 1;
    setPrimaryState(primary, { resource, limit, remaining, reset, resetSeconds, ownCalls }, now);
  } else if (resetShift >= -SAME_RESET_SECONDS) {
    // Responses can arrive out of order, and within an hour `remaining` only decreases unless the limit grows.
    state.remaining = limit > state.limit ? remaining : Math.min(state.remaining, remaining);
    // Two dates that agree correct a reset that was computed from a wrong one.
    state.reset = deviation === 0 ? reset : Math.min(state.reset, reset);
    state.limit = limit;
  }
}

/** Records that the service rejected a call: the limit is exhausted for `wait` milliseconds. */
export function exhaustPrimary(
  primary: PrimaryLimits,
  resource: string,
  wait: number,
  deviation: number,
  now: number,
): void {
  const state = primary.states.get(resource) ?? { resource, limit: 0, ownCalls: 0, resetSeconds: 0 };
  setPrimaryState(primary, { ...state, remaining: 0, reset: resetAfter(wait, deviation, now) }, now);
}

/** The wait counts from a date, so it is too short if that is too late. */
function resetAfter(wait: number, deviation: number, now: number): number {
  return now + Math.min(MAX_SPAN_MS, wait + Math.max(0, deviation)) + ROUNDING_MS;
}
