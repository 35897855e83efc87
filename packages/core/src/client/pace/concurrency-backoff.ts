import type { RateLimitRejection } from "../response/rate-limit.ts";

/** Backs off after rejections: pauses all calls, then ramps up concurrency from one. */
export interface ConcurrencyBackoff {
  readonly pausedUntil: () => number;
  /** Maximum number of concurrent calls. */
  readonly maxConcurrent: () => number;
  /** Whether a call in flight together with `others` other calls probes the limit: exceeds the proven one. */
  readonly isProbing: (others: number) => boolean;
  /** Number of pauses so far. A response to a call sent before the last pause carries no new information. */
  readonly epoch: () => number;
  /** Records that a call sent in this epoch was not rejected. */
  readonly recordSuccess: (now: number) => void;
  /** Records that a call of this epoch was rejected, and starts a new epoch. */
  readonly recordRejection: (rejection: RateLimitRejection, now: number) => void;
  /** Records that another call of the same burst was rejected. */
  readonly recordFurtherRejection: (rejection: RateLimitRejection, now: number) => void;
  /**
   * Halves the concurrency after a rejection, until no call has been rejected for a while. `others`: number of other
   * calls in flight at that time.
   */
  readonly reduceConcurrency: (others: number) => void;
  readonly save: (now: number) => SavedBackoff;
  readonly restore: (saved: SavedBackoff, now: number) => void;
}

/** Persisted state of the backoff. */
export interface SavedBackoff {
  /** Milliseconds that the pause still lasts; 0 without a pause. */
  readonly pausedFor: number;
  /** Number of consecutive pauses without a success in between. */
  readonly pauses: number;
}

/** Default length of a pause, in milliseconds; doubles with each consecutive pause, up to an hour. */
const PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 3_600_000;
/** Longest restored pause: a damaged store must not stop all calls. */
const MAX_RESTORED_PAUSE_MS = 86_400_000;
/** Maximum random delay added to a pause, in milliseconds, so that clients do not resume together. */
const JITTER_MS = 1000;
/** Time without rejections before the concurrency doubles again, in milliseconds. */
const WIDEN_AFTER_MS = 600_000;
/** Upper bound of that time, which grows while doubling fails. */
const MAX_WIDEN_AFTER_MS = 6 * 3_600_000;

/** @param usual concurrency without backoff */
export function createConcurrencyBackoff(usual: number, random: () => number): ConcurrencyBackoff {
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let pauses = 0;
  let epoch = 0;
  /** Concurrency while calls resume after a pause. */
  let ramp = Infinity;
  /** Concurrency limit after rejections, the part of it known to be accepted, and the time of the last change. */
  let limit = Infinity;
  let provenLimit = Infinity;
  let changed = 0;
  let widenAfter = WIDEN_AFTER_MS;
  const isProbing = (others: number) => limit > provenLimit && others + 1 > provenLimit;

  return {
    pausedUntil: () => pausedUntil,
    maxConcurrent: () => Math.min(ramp, limit),
    isProbing,
    epoch: () => epoch,
    recordSuccess(now) {
      pauses = 0;
      // Each success admits one more call; resuming all at once would be rejected again.
      ramp = ramp >= usual ? Infinity : ramp + 1;
      if (provenLimit === Infinity || now - changed <= widenAfter) return;
      provenLimit = limit;
      limit = limit >= usual ? Infinity : limit * 2;
      changed = now;
    },
    recordRejection({ wait = Math.min(MAX_PAUSE_MS, PAUSE_MS * 2 ** pauses) }, now) {
      pausedUntil = Math.max(pausedUntil, now + wait + random() * JITTER_MS);
      pauses++;
      epoch++;
      ramp = 1;
      changed = now;
    },
    recordFurtherRejection({ wait }, now) {
      // A rejection without a retry time adds nothing to the pause that the first rejection of the epoch has set.
      if (wait !== undefined) pausedUntil = Math.max(pausedUntil, now + wait + random() * JITTER_MS);
    },
    reduceConcurrency(others) {
      if (isProbing(others)) {
        limit = provenLimit;
        widenAfter = Math.min(MAX_WIDEN_AFTER_MS, widenAfter * 6);
      } else {
        limit = Math.max(1, Math.floor(Math.min(limit, others + 1) / 2));
        provenLimit = limit;
      }
    },
    save: (now) => ({ pausedFor: Math.max(0, pausedUntil - now), pauses }),
    restore(saved, now) {
      pausedUntil = now + Math.min(saved.pausedFor, MAX_RESTORED_PAUSE_MS);
      pauses = saved.pauses;
      if (pausedUntil > now) ramp = 1;
    },
  };
}
