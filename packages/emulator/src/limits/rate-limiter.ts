import { type FixedWindow, openWindow } from "./fixed-window.ts";
import {
  LIMITED_RESOURCES,
  type LimitedResource,
  type LimitSettings,
  type QuotaOwner,
  type QuotaOwnerKind,
  type SlidingLimit,
} from "./settings.ts";
import { createSlidingWindow, type SlidingWindow } from "./sliding-window.ts";

/** Weight of a call in the limits. */
export interface CallWeight {
  readonly points: number;
  readonly createsContent: boolean;
  /** The primary limit that it counts towards; null for none. */
  readonly resource: LimitedResource | null;
}

/** A primary limit's current status for an owner, as in the `x-ratelimit` headers. */
export interface RateLimitStatus {
  readonly resource: LimitedResource;
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** Time of the reset in seconds since 1970. */
  readonly reset: number;
}

/** The kinds of limits that can reject a call. */
export type LimitKind = "primary" | "inFlight" | "points" | "content";

export interface AcceptedCall {
  readonly refused?: undefined;
  /** Marks the call as finished. A 304 response is not counted towards the primary limit. */
  finish(outcome: { readonly notModified: boolean }): void;
}

/** A rejected call. It doesn't count towards any limit. */
export interface RejectedCall {
  readonly refused: LimitKind;
  /** Milliseconds until the call would be accepted, as far as known. */
  readonly retryAfter: number;
}

/** The usage of a quota owner. */
export interface OwnerUsage {
  readonly kind: QuotaOwnerKind;
  readonly name: string;
  /** Accepted calls, and rejected calls by the limit that rejected them. */
  readonly calls: number;
  readonly refused: Readonly<Record<LimitKind, number>>;
  readonly inFlight: number;
  /** Current usage of the secondary limits; undefined if there is no such limit. */
  readonly points: number | undefined;
  readonly contentMinute: number | undefined;
  readonly contentHour: number | undefined;
  readonly primary: readonly RateLimitStatus[];
}

/** Counts calls per quota owner and enforces the limits. All times are in milliseconds since 1970. */
export interface RateLimiter {
  /** Accepts and counts a call, or rejects it. */
  tryStart(owner: QuotaOwner, weight: CallWeight, now: number): AcceptedCall | RejectedCall;
  /** Returns a primary limit's status for an owner; undefined if there is no such limit. */
  status(owner: QuotaOwner, resource: LimitedResource, now: number): RateLimitStatus | undefined;
  /** Returns the status of all primary limits. */
  allStatuses(owner: QuotaOwner, now: number): RateLimitStatus[];
  /** Returns the usage of all recent owners. */
  usage(now: number): OwnerUsage[];
  /** Forgets all owners. */
  clear(): void;
}

/**
 * Creates the rate limiter for these limits.
 * @param isEnforced whether it rejects calls over a limit; otherwise a limit grows when half of it is used
 */
export function createRateLimiter(settings: LimitSettings, isEnforced = true): RateLimiter {
  // Ordered by last call, so that the counters of idle owners come first.
  const countersByOwner = new Map<string, OwnerCounters>();
  let lastKey: string | undefined;
  const timeout = idleTimeout(settings);
  const elapsed = createMonotonicClock();

  function touch(owner: QuotaOwner, elapsedTime: number): OwnerCounters {
    const key = keyOf(owner);
    const counters = countersByOwner.get(key) ?? openCounters(settings, owner);
    counters.lastSeen = elapsedTime;
    // Most calls come from the owner of the call before.
    if (key === lastKey) return counters;
    lastKey = key;
    countersByOwner.delete(key);
    countersByOwner.set(key, counters);
    // Each call adds at most one owner and checks two, so that idle owners can't accumulate.
    let checked = 0;
    for (const [oldestKey, oldest] of countersByOwner) {
      if (checked++ === 2 || oldest.lastSeen + timeout > elapsedTime) break;
      countersByOwner.delete(oldestKey);
      // An owner with calls in flight moves to the end instead.
      if (oldest.inFlight > 0) countersByOwner.set(oldestKey, Object.assign(oldest, { lastSeen: elapsedTime }));
    }
    return counters;
  }

  function status(owner: QuotaOwner, resource: LimitedResource, now: number): RateLimitStatus | undefined {
    const limit = settings.primary?.[owner.kind]?.[resource];
    if (!limit) return undefined;
    const elapsedTime = elapsed(now);
    const window = openWindow(countersByOwner.get(keyOf(owner))?.primary.get(resource), limit, owner, elapsedTime);
    const { used } = window;
    const reset = Math.ceil((now + window.end - elapsedTime) / 1000);
    return { resource, limit: window.limit, used, remaining: Math.max(0, window.limit - used), reset };
  }

  function allStatuses(owner: QuotaOwner, now: number): RateLimitStatus[] {
    return LIMITED_RESOURCES.flatMap((resource) => status(owner, resource, now) ?? []);
  }

  return {
    tryStart(owner, weight, now) {
      const elapsedTime = elapsed(now);
      const counters = touch(owner, elapsedTime);
      const limit = weight.resource && settings.primary?.[owner.kind]?.[weight.resource];
      const window = limit ? openWindow(counters.primary.get(weight.resource), limit, owner, elapsedTime) : undefined;
      const rejection = isEnforced ? findViolation(settings, counters, window, weight, elapsedTime) : undefined;
      if (rejection) {
        counters.refused[rejection.refused]++;
        return rejection;
      }
      counters.calls++;
      counters.inFlight++;
      if (window && weight.resource) {
        window.used++;
        // Clients wait when few calls remain, so a limit that isn't enforced grows.
        if (!isEnforced && window.used * 2 > window.limit) window.limit = window.used * 4;
        counters.primary.set(weight.resource, window);
      }
      counters.points?.add(elapsedTime, weight.points);
      if (weight.createsContent) {
        counters.contentMinute?.add(elapsedTime, 1);
        counters.contentHour?.add(elapsedTime, 1);
      }
      let isFinished = false;
      return {
        finish({ notModified }) {
          if (isFinished) return;
          isFinished = true;
          counters.inFlight--;
          if (notModified && window) window.used--;
        },
      };
    },
    status,
    allStatuses,
    clear() {
      countersByOwner.clear();
      lastKey = undefined;
    },
    usage(now) {
      const elapsedTime = elapsed(now);
      return [...countersByOwner.values()].map((counters) => ({
        kind: counters.owner.kind,
        name: counters.owner.name,
        calls: counters.calls,
        refused: { ...counters.refused },
        inFlight: counters.inFlight,
        points: counters.points?.sum(elapsedTime),
        contentMinute: counters.contentMinute?.sum(elapsedTime),
        contentHour: counters.contentHour?.sum(elapsedTime),
        primary: allStatuses(counters.owner, now).filter(({ used }) => used > 0),
      }));
    },
  };
}

interface OwnerCounters {
  readonly owner: QuotaOwner;
  readonly primary: Map<LimitedResource, FixedWindow>;
  readonly points: SlidingWindow | undefined;
  readonly contentMinute: SlidingWindow | undefined;
  readonly contentHour: SlidingWindow | undefined;
  readonly refused: Record<LimitKind, number>;
  calls: number;
  inFlight: number;
  lastSeen: number;
}

function openCounters({ secondary }: LimitSettings, owner: QuotaOwner): OwnerCounters {
  const slide = (limit: SlidingLimit | undefined) => limit && createSlidingWindow(limit.limit, limit.seconds * 1000);
  return {
    owner,
    primary: new Map(),
    points: slide(secondary?.points),
    contentMinute: slide(secondary?.content?.minute),
    contentHour: slide(secondary?.content?.hour),
    refused: { primary: 0, inFlight: 0, points: 0, content: 0 },
    calls: 0,
    inFlight: 0,
    lastSeen: 0,
  };
}

const keyOf = ({ kind, id }: QuotaOwner) => `${kind} ${id}`;

/**
 * Returns the idle time in milliseconds after which an owner's counters can be evicted: at least one second, so that
 * {@link RateLimiter.tryStart} never evicts those of its own owner.
 */
function idleTimeout({ primary, secondary }: LimitSettings): number {
  const limits = [
    ...Object.values(primary ?? {}).flatMap((resources) => Object.values(resources ?? {})),
    secondary?.points,
    secondary?.content?.minute,
    secondary?.content?.hour,
  ];
  return 1000 * Math.max(1, ...limits.map((limit) => limit?.seconds ?? 0));
}

/**
 * Returns a clock of elapsed milliseconds. When the emulator's clock is set back, elapsed time does not decrease and
 * keeps counting from the new time, so windows neither reopen nor freeze.
 */
function createMonotonicClock(): (now: number) => number {
  let passed = 0;
  let last: number | undefined;
  return (now) => {
    passed += Math.max(0, now - (last ?? now));
    last = now;
    return passed;
  };
}

/** Reported wait in milliseconds if the actual one is unknown. */
const UNKNOWN_WAIT = 1000;

/** Returns the first limit that rejects a call, with the longest wait of all limits that do. */
function findViolation(
  { secondary }: LimitSettings,
  { points, contentMinute, contentHour, inFlight }: OwnerCounters,
  window: FixedWindow | undefined,
  weight: CallWeight,
  elapsedTime: number,
): RejectedCall | undefined {
  const waits: readonly (readonly [LimitKind, wait: number | undefined])[] = [
    ["primary", window && window.used >= window.limit ? window.end - elapsedTime : 0],
    // The end of the calls in flight is unknown.
    ["inFlight", secondary?.inFlight && inFlight >= secondary.inFlight.limit ? UNKNOWN_WAIT : 0],
    ["points", points?.wait(elapsedTime, weight.points)],
    ["content", weight.createsContent ? contentMinute?.wait(elapsedTime, 1) : 0],
    ["content", weight.createsContent ? contentHour?.wait(elapsedTime, 1) : 0],
  ];
  const [first] = waits.find(([, wait]) => wait) ?? [];
  return first && { refused: first, retryAfter: Math.max(...waits.map(([, wait]) => wait ?? 0)) };
}
