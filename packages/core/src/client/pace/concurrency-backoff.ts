import { type AdaptiveLimit, createAdaptiveLimit, endFailedProbe } from "./adaptive-limit.ts";

/** Backs off after rejections: pauses all calls, then ramps up concurrency from one. The limit is one of concurrency. */
export interface ConcurrencyBackoff extends AdaptiveLimit {
  pausedUntil: number;
  /** Number of consecutive pauses without a success in between. */
  pauses: number;
  /** Number of pauses so far. A response to a call sent before the last pause carries no new information. */
  epoch: number;
  /** Concurrency while calls resume after a pause. */
  ramp: number;
}

/** Default length of a pause, in milliseconds; doubles with each consecutive pause, up to an hour. */
const PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 3_600_000;
/** Maximum random delay added to a pause, in milliseconds, so that clients do not resume together. */
const JITTER_MS = 1000;

export function createConcurrencyBackoff(): ConcurrencyBackoff {
  return {
    ...createAdaptiveLimit(Infinity),
    pausedUntil: 0,
    pauses: 0,
    epoch: 0,
    ramp: Infinity,
  };
}

/**
 * Records that a call sent in this epoch was not rejected.
 * @param usual concurrency without backoff
 */
export function recordSuccess(backoff: ConcurrencyBackoff, usual: number, now: number): void {
  const { limit, ramp } = backoff;
  backoff.pauses = 0;
  // Each success admits one more call; resuming all at once would be rejected again.
  backoff.ramp = ramp >= usual ? Infinity : ramp + 1;
  if (backoff.proven === Infinity || now - backoff.changed <= backoff.probeAfter) return;
  backoff.proven = limit;
  backoff.limit = limit >= usual ? Infinity : limit * 2;
  backoff.changed = now;
}

/** Pauses all calls, at least until a number of milliseconds has passed. */
export function pause(backoff: ConcurrencyBackoff, wait: number, random: () => number, now: number): void {
  backoff.pausedUntil = Math.max(backoff.pausedUntil, now + wait + random() * JITTER_MS);
}

/** Starts a new epoch after the first rejection of a burst, which requests a wait or not. */
export function startPause(
  backoff: ConcurrencyBackoff,
  wait = Math.min(MAX_PAUSE_MS, PAUSE_MS * 2 ** backoff.pauses),
  random: () => number,
  now: number,
): void {
  pause(backoff, wait, random, now);
  backoff.pauses++;
  backoff.epoch++;
  backoff.ramp = 1;
  backoff.changed = now;
}

/**
 * Halves the concurrency after a rejection, until no call has been rejected for a while.
 * @param others number of other calls in flight at that time
 */
export function reduceConcurrency(backoff: ConcurrencyBackoff, others: number): void {
  if (endFailedProbe(backoff, others + 1)) return;
  backoff.limit = backoff.proven = Math.max(1, Math.floor(Math.min(backoff.limit, others + 1) / 2));
}
