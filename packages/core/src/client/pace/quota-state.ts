import type { WaitReason } from "../events.ts";
import { isProbing } from "./adaptive-limit.ts";
import { type ConcurrencyBackoff, pause, recordSuccess, reduceConcurrency, startPause } from "./concurrency-backoff.ts";
import type { Blocker, JobResult } from "./job.ts";
import type { PaceLimits } from "./limits.ts";
import { exhaustPrimary, type PrimaryLimits, primaryFreeAt, updatePrimary } from "./primary-limits.ts";
import { type LimitWindow, type LimitWindows, lowerFurther, lowerSuspect, windowBlockers } from "./quota-windows.ts";

// The rules of a quota, for a scheduler of one process as well as for a store that processes share.

/** State of a quota: what its calls use, and what their responses have shown. */
export interface QuotaState<W extends LimitWindow = LimitWindow> {
  readonly windows: LimitWindows<W>;
  readonly primary: PrimaryLimits;
  readonly backoff: ConcurrencyBackoff;
  /** Number of calls in flight, and of those that are urgent. */
  active: number;
  urgentActive: number;
  /** Time of the last start. */
  lastStart: number;
}

/** Room that a call needs. */
export interface RoomRequest {
  readonly isUrgent: boolean;
  /** Primary limit that it counts against; null if none. */
  readonly resource: string | null;
  /** Maximum number of calls in flight, and of those that are not urgent. */
  readonly inFlight: number;
  readonly ordinaryInFlight: number;
  /** Milliseconds between two starts, before and after the first rejection; 0 if it can start at once. */
  readonly interval: number;
  readonly carefulInterval: number;
}

/** Slots reserved for interactive calls. */
const RESERVED_SLOTS = 2;
/**
 * Number of calls that start at once. Further ones follow at short intervals, so that only a few are on their way when
 * the service begins to reject them.
 */
const BURST = 6;
/** These intervals before and after the first rejection, in milliseconds. A limit of points that needs shorter ones has them. */
const [INTERVAL_MS, CAREFUL_INTERVAL_MS] = [5, 20];
/** Milliseconds after which a call without a response can no longer reach the service. */
export const LATE_ARRIVAL_MS = 2000;

/** Limits that all calls share: a job that waits for one of them blocks all jobs behind it. */
export const SHARED_LIMITS: readonly WaitReason[] = ["pause", "concurrency", "points", "cpu"];

/** Maximum number of calls in flight, and of those that are not interactive. */
export function slotsOf(limits: PaceLimits): { readonly inFlight: number; readonly ordinary: number } {
  const inFlight = Math.floor(limits.inFlight);
  return { inFlight, ordinary: inFlight > 2 * RESERVED_SLOTS ? inFlight - RESERVED_SLOTS : inFlight };
}

/** The intervals between calls that don't start at once. */
export function intervalsOf({ points, inFlight }: PaceLimits): Pick<RoomRequest, "interval" | "carefulInterval"> {
  const longest = Math.floor(inFlight) < Infinity ? 60_000 / points : 0;
  return { interval: Math.min(INTERVAL_MS, longest), carefulInterval: Math.min(CAREFUL_INTERVAL_MS, longest) };
}

/** Returns the limits without room for a call, and the times at which they have room again. */
export function* roomBlockers<W extends LimitWindow>(
  { windows, primary, backoff, active, urgentActive, lastStart }: QuotaState<W>,
  { isUrgent, resource, inFlight, ordinaryInFlight, interval, carefulInterval }: RoomRequest,
  costOf: (window: W) => number,
  now: number,
): Iterable<Blocker> {
  const { pausedUntil, ramp, limit, epoch } = backoff;
  if (pausedUntil > now) yield { reason: "pause", until: pausedUntil };
  const next = lastStart + (epoch > 0 ? carefulInterval : interval);
  if (active >= Math.min(inFlight, ramp, limit) || (!isUrgent && active - urgentActive >= ordinaryInFlight))
    yield { reason: "concurrency", until: Infinity };
  else if (active >= BURST && now < next) yield { reason: "concurrency", until: next, isPassable: true };
  yield* windowBlockers(windows, costOf, isUrgent, now);
  const until = resource === null ? now : primaryFreeAt(primary, resource, isUrgent, now);
  if (until > now) yield { reason: "primary", until };
}

/** The end of a call, for everything that limits later ones. */
export interface EndedCall<W extends LimitWindow> {
  readonly response: JobResult["response"] | undefined;
  readonly rejection: JobResult["rejection"];
  readonly resource: string | null;
  /** The backoff's epoch when it started. */
  readonly epoch: number;
  /** Milliseconds by which the response's date is later than the earlier dates imply. */
  readonly deviation: number;
  /** Usual concurrency. */
  readonly usual: number;
  readonly costOf: (window: W) => number;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
}

/** Records the end of a call, which is no longer among those in flight and pending. */
export function recordResult<W extends LimitWindow>(
  { windows, primary, backoff, active }: QuotaState<W>,
  { response, rejection, resource, epoch, deviation, usual, costOf, random }: EndedCall<W>,
  now: number,
): void {
  if (resource !== null && response?.rate) updatePrimary(primary, response.rate, deviation, now);
  const isCurrentEpoch = epoch === backoff.epoch;
  const { wait, spent } = rejection ?? {};
  if (!rejection) {
    if (response && isCurrentEpoch) recordSuccess(backoff, usual, now);
  } else if (spent && wait !== undefined && resource !== null) {
    // The service may charge a different resource than the contract names; mark both as exhausted.
    for (const name of [resource, response?.rate?.resource ?? resource])
      exhaustPrimary(primary, name, wait, deviation, now);
  } else if (isCurrentEpoch) {
    startPause(backoff, wait, random, now);
    // If no window was nearly full, the reason is too many concurrent calls, unless no other call was in flight.
    const wasWindowLowered = !isProbing(backoff, active + 1) && lowerSuspect(windows, costOf, active === 0, now);
    if (!wasWindowLowered && active > 0) reduceConcurrency(backoff, active);
  } else {
    // A rejection without a retry time adds nothing to the pause that the first rejection of the epoch has set.
    if (wait !== undefined) pause(backoff, wait, random, now);
    lowerFurther(windows, costOf);
  }
}
