import { createAdaptiveLimit, type SavedAdaptiveLimit } from "./adaptive-limit.ts";

/** Sliding-window limit: usage of the last `span` milliseconds, and the capacity that is left. */
export interface SlidingWindow {
  /**
   * Likelihood that this is the limit that a rejected call hit: the used fraction, 0 to 1, plus 1 while the limit was being
   * probed.
   */
  readonly likelihood: (cost: number, now: number) => number;
  readonly fits: (cost: number, urgent: boolean, now: number) => boolean;
  /** Earliest time at which the cost fits; undefined if that depends on pending responses. */
  readonly freeAt: (cost: number, urgent: boolean, now: number) => number | undefined;
  readonly take: (cost: number, urgent: boolean) => void;
  /** Replaces the amount taken for a call with its actual usage. */
  readonly complete: (taken: number, urgent: boolean, use: Usage, now: number) => void;
  /** Lowers the limit after a rejection, until the amount accepted before it can be tried again. */
  readonly lower: (now: number) => void;
  /** Whether the limit is below its published value because of rejections. */
  readonly isLowered: (now: number) => boolean;
  /** Records that another call of the same burst was rejected. */
  readonly recordFurtherRejection: (cost: number) => void;
  /** Whether nothing is used and the limit is at its published value. */
  readonly isUnused: (now: number) => boolean;
  readonly save: (now: number) => SavedWindow;
  readonly restore: (saved: SavedWindow, now: number) => void;
  /** Counts as if the whole limit had just been used. */
  readonly fill: (now: number) => void;
}

/** Actual usage of a finished call. */
export interface Usage {
  /** 0 if it was not executed. */
  readonly cost: number;
  /** Latest time at which the service can have counted it. It expires one span later. */
  readonly countedBy: number;
}

/** Persisted state of a window. */
export interface SavedWindow {
  readonly adaptiveLimit: SavedAdaptiveLimit;
  readonly used: readonly SavedUse[];
  /** Amount taken by calls without a response yet. */
  readonly pending: number;
}

/** A used amount: milliseconds until it expires, how much it is, and whether an urgent call used it (default false). */
interface SavedUse {
  readonly freeIn: number;
  readonly cost: number;
  readonly urgent?: boolean | undefined;
}

interface UsedPart {
  readonly freeAt: number;
  cost: number;
  readonly urgent: boolean;
}

/** Buckets per span: usage within one bucket expires together. */
const BUCKETS = 1000;

/**
 * Creates a window that is anchored on responses. A request reaches the service some time between sending and response,
 * so it counts from before it is sent until one span after its response: whatever window the service uses, it never
 * sees more than the limit.
 * @param span milliseconds
 * @param published limit per span
 * @param minimum highest cost of one call
 * @param reserve amount that only urgent calls can use; grows with their actual usage
 */
export function createSlidingWindow(span: number, published: number, minimum: number, reserve: number): SlidingWindow {
  const bucket = span / BUCKETS;
  const adaptiveLimit = createAdaptiveLimit(span, published, minimum);
  /** Ordered by expiry, starting at `first`. */
  let used: UsedPart[] = [];
  let first = 0;
  let sum = 0;
  let urgentSum = 0;
  let pending = 0;
  let urgentPending = 0;
  /** Highest recent usage by urgent calls within one span. */
  let urgentPeak = 0;

  function expire(now: number): void {
    for (let part = used[first]; part !== undefined && part.freeAt <= now; part = used[first]) {
      sum -= part.cost;
      if (part.urgent) urgentSum -= part.cost;
      first++;
    }
    if (first > BUCKETS) {
      used = used.slice(first);
      first = 0;
    }
    if (first === used.length && pending === 0) urgentPeak = 0;
  }

  /** Capacity missing for a call: of the whole limit, and of the part open to calls that are not urgent. */
  function missing(cost: number, urgent: boolean): { readonly ofAll: number; readonly ofOthers: number } {
    // An empty window accepts any cost; waiting would not help.
    if (sum + pending === 0) return { ofAll: 0, ofOthers: 0 };
    const limit = adaptiveLimit.current();
    const ofAll = sum + pending + cost - limit;
    if (urgent) return { ofAll, ofOthers: 0 };
    const wantedReserve = Math.max((reserve * limit) / published, urgentPeak);
    const actualReserve = Math.max(0, Math.min(wantedReserve, limit / 2, limit - cost));
    return { ofAll, ofOthers: sum - urgentSum + pending - urgentPending + cost - (limit - actualReserve) };
  }

  function hasCapacity(cost: number, urgent: boolean): boolean {
    const { ofAll, ofOthers } = missing(cost, urgent);
    return ofAll <= 0 && ofOthers <= 0;
  }

  function fits(cost: number, urgent: boolean, now: number): boolean {
    expire(now);
    if (!hasCapacity(cost, urgent)) adaptiveLimit.tryRaise(now);
    // Probing costs at most one rejection.
    if (pending > 0 && sum + pending + cost > adaptiveLimit.proven()) return false;
    return hasCapacity(cost, urgent);
  }

  function add(part: UsedPart): void {
    let index = used.length;
    while (index > first && (used[index - 1]?.freeAt ?? 0) > part.freeAt) index--;
    const previous = index > first ? used[index - 1] : undefined;
    if (previous?.freeAt === part.freeAt && previous.urgent === part.urgent) previous.cost += part.cost;
    else used.splice(index, 0, part);
    sum += part.cost;
    if (part.urgent) urgentSum += part.cost;
  }

  return {
    likelihood(cost, now) {
      expire(now);
      const isProbing =
        adaptiveLimit.current() > adaptiveLimit.proven() && sum + pending + cost > adaptiveLimit.proven();
      return (sum + pending) / adaptiveLimit.current() + (isProbing ? 1 : 0);
    },
    fits,
    freeAt(cost, urgent, now) {
      if (fits(cost, urgent, now)) return now;
      let { ofAll, ofOthers } = missing(cost, urgent);
      if (ofAll <= 0 && ofOthers <= 0) return undefined;
      for (const part of used.slice(first)) {
        ofAll -= part.cost;
        if (!part.urgent) ofOthers -= part.cost;
        if (ofAll <= 0 && ofOthers <= 0) return part.freeAt;
      }
      return pending > 0 ? undefined : used.at(-1)?.freeAt;
    },
    take(cost, urgent) {
      pending += cost;
      if (!urgent) return;
      urgentPending += cost;
      urgentPeak = Math.max(urgentPeak, urgentSum + urgentPending);
    },
    complete(taken, urgent, { cost, countedBy }, now) {
      expire(now);
      pending -= taken;
      if (urgent) urgentPending -= taken;
      if (cost === 0) return;
      add({ freeAt: Math.ceil((countedBy + span) / bucket) * bucket, cost, urgent });
      adaptiveLimit.recordAccepted(sum);
    },
    lower: (now) => adaptiveLimit.recordRejection(sum + pending, now),
    isLowered: adaptiveLimit.isLowered,
    recordFurtherRejection: adaptiveLimit.recordFurtherRejection,
    isUnused(now) {
      expire(now);
      return sum + pending === 0 && !adaptiveLimit.isLowered(now);
    },
    save(now) {
      expire(now);
      return {
        adaptiveLimit: adaptiveLimit.save(now),
        used: used
          .slice(first)
          .map(({ freeAt, cost, urgent }) => ({ freeIn: freeAt - now, cost, urgent: urgent || undefined })),
        pending,
      };
    },
    restore(saved, now) {
      adaptiveLimit.restore(saved.adaptiveLimit, now);
      for (const { freeIn, cost, urgent = false } of saved.used) {
        add({ freeAt: now + Math.min(freeIn, span), cost, urgent });
      }
      // Pending calls can have arrived at any time until now.
      if (saved.pending > 0) add({ freeAt: now + span, cost: saved.pending, urgent: false });
      expire(now);
    },
    fill(now) {
      add({ freeAt: now + span, cost: adaptiveLimit.current(), urgent: false });
    },
  };
}
