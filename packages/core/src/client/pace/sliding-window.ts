import {
  type AdaptiveLimit,
  createAdaptiveLimit,
  endFailedProbe,
  isProbing,
  PROBE_AFTER_MS,
} from "./adaptive-limit.ts";

/**
 * Sliding-window limit: usage of the last `span` milliseconds, anchored on responses. A request reaches the service some
 * time between sending and response, so it counts from before it is sent until one span after its response: whatever
 * window the service uses, it never sees more than the limit.
 */
export interface SlidingWindow extends AdaptiveLimit {
  readonly span: number;
  /** Published limit per span. */
  readonly published: number;
  /** Highest cost of one call; the limit never falls below it. */
  readonly minimum: number;
  /** Amount that only urgent calls can use; grows with their actual usage. */
  readonly reserve: number;
  /** Amount accepted when the service rejected a call; undefined once that amount has been allowed again. */
  retryAmount: number | undefined;
  /** Ordered by expiry. */
  readonly used: UsedPart[];
  /** Usage, including that of calls without a response yet. */
  total: number;
  /** The part of it that is not urgent. */
  ordinary: number;
  /** Amount taken by calls without a response yet. */
  pending: number;
  /** Highest recent usage by urgent calls within one span. */
  urgentPeak: number;
}

interface UsedPart {
  readonly freeAt: number;
  cost: number;
  readonly urgent: boolean;
}

/** Buckets per span: usage within one bucket expires together. */
const BUCKETS = 1000;
/** Fraction of the published limit added per probe. */
const PROBE_STEP = 1 / 8;

export function createSlidingWindow(span: number, published: number, minimum: number, reserve: number): SlidingWindow {
  return {
    ...createAdaptiveLimit(published),
    span,
    published,
    minimum,
    reserve,
    retryAmount: undefined,
    used: [],
    total: 0,
    ordinary: 0,
    pending: 0,
    urgentPeak: 0,
  };
}

function addTotal(window: SlidingWindow, cost: number, urgent: boolean): void {
  window.total += cost;
  if (!urgent) window.ordinary += cost;
}

/** Removes usage that has expired. */
export function expire(window: SlidingWindow, now: number): void {
  const { used } = window;
  for (let [part] = used; part && part.freeAt <= now; [part] = used) {
    addTotal(window, -part.cost, part.urgent);
    used.shift();
  }
  if (window.total === 0) window.urgentPeak = 0;
}

/** Earliest time at which the cost fits: now if it does; `Infinity` if that depends on pending responses. */
export function windowFreeAt(window: SlidingWindow, cost: number, urgent: boolean, now: number): number {
  expire(window, now);
  const { used, total, ordinary, pending, limit, published, reserve, urgentPeak } = window;
  // An empty window accepts any cost; waiting would not help.
  if (total === 0) return now;
  const wantedReserve = Math.max((reserve * limit) / published, urgentPeak);
  const actualReserve = Math.max(0, Math.min(wantedReserve, limit / 2, limit - cost));
  /** Capacity missing: of the whole limit, and of the part open to calls that are not urgent. */
  let ofAll = total + cost - limit;
  let ofOrdinary = urgent ? 0 : ordinary + cost + actualReserve - limit;
  const fits = () => ofAll <= 0 && ofOrdinary <= 0;
  // Probing costs at most one rejection.
  if (fits()) return pending > 0 && isProbing(window, total + cost) ? Infinity : now;
  if (raiseIfDue(window, now)) return windowFreeAt(window, cost, urgent, now);
  let last = now;
  for (const part of used) {
    last = part.freeAt;
    ofAll -= part.cost;
    if (!part.urgent) ofOrdinary -= part.cost;
    if (fits()) return last;
  }
  return pending > 0 ? Infinity : last;
}

/** Raises a lowered limit if it is time to probe. */
export function raiseIfDue(window: SlidingWindow, now: number): boolean {
  const { limit, published, minimum, span, retryAmount } = window;
  const unchangedFor = now - window.changed;
  const isRetry = retryAmount !== undefined && unchangedFor > span;
  if (limit >= published || !(isRetry || unchangedFor >= window.probeAfter)) return false;
  // The service accepted `retryAmount` once, so it accepts it again after that usage has expired.
  const raised = isRetry ? Math.max(limit, retryAmount) : limit + Math.max(minimum, published * PROBE_STEP);
  window.limit = Math.min(published, raised);
  if (isRetry) window.retryAmount = undefined;
  window.changed = now;
  return true;
}

/** Takes room for a call. */
export function take(window: SlidingWindow, cost: number, urgent: boolean): void {
  window.pending += cost;
  addTotal(window, cost, urgent);
  window.urgentPeak = Math.max(window.urgentPeak, window.total - window.ordinary);
}

/**
 * Replaces the amount taken for a call with its actual usage.
 * @param cost 0 if it was not executed
 * @param countedBy latest time at which the service can have counted it; it expires one span later
 */
export function complete(
  window: SlidingWindow,
  taken: number,
  urgent: boolean,
  { cost, countedBy }: { readonly cost: number; readonly countedBy: number },
  now: number,
): void {
  expire(window, now);
  window.pending -= taken;
  addTotal(window, -taken, urgent);
  const bucket = window.span / BUCKETS;
  addUsed(window, Math.ceil((countedBy + window.span) / bucket) * bucket, cost, urgent);
  recordAccepted(window, window.total - window.pending);
}

/** Counts an amount as used until `freeAt`. */
export function addUsed(window: SlidingWindow, freeAt: number, cost: number, urgent: boolean): void {
  if (cost === 0) return;
  const { used } = window;
  const index = used.findLastIndex((part) => part.freeAt <= freeAt);
  const previous = used[index];
  if (previous?.freeAt === freeAt && previous.urgent === urgent) previous.cost += cost;
  else used.splice(index + 1, 0, { freeAt, cost, urgent });
  addTotal(window, cost, urgent);
}

/** Records the amount accepted within the last span. */
export function recordAccepted(window: SlidingWindow, amount: number): void {
  if (!isProbing(window, amount)) return;
  window.proven = Math.min(window.limit, amount);
  window.probeAfter = PROBE_AFTER_MS;
}

/**
 * Halves the limit after a rejection, to at most the amount accepted within the last span, until that can be tried again.
 */
export function lower(window: SlidingWindow, accepted: number, now: number): void {
  window.changed = now;
  if (endFailedProbe(window, accepted + window.minimum)) return;
  window.retryAmount = accepted;
  lowerTo(window, Math.min(window.limit / 2, accepted));
}

/** Records that another call of the same burst was rejected, so that less was accepted than recorded. */
export function recordFurtherRejection(window: SlidingWindow, cost: number): void {
  if (window.retryAmount === undefined) return;
  window.retryAmount -= cost;
  lowerTo(window, Math.min(window.limit, window.retryAmount));
}

export function lowerTo(window: SlidingWindow, amount: number): void {
  window.limit = window.proven = Math.max(window.minimum, amount);
}
