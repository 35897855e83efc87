import type { Priority } from "../middleware.ts";

/**
 * Rate limits to respect. The primary limit is not among them: it is read from response headers.
 * @see https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
export interface PaceLimits {
  /** Points per minute: 1 for a read and 5 for a write, unless the operation says otherwise. */
  readonly points: number;
  /** Calls per minute, and per hour, that create content which notifies users. */
  readonly content: number;
  readonly contentPerHour: number;
  /**
   * Seconds of the service's CPU time per minute. Responses don't report it, so the published limit is respected only
   * after a rejection that no other limit explains; another value always.
   */
  readonly cpu: number;
  /** Maximum number of concurrent calls. */
  readonly inFlight: number;
  /** Milliseconds between the response to one write and the next write. */
  readonly writeGap: number;
}

/** The published limits. */
const published = { points: 900, content: 80, contentPerHour: 500, cpu: 90, inFlight: 100, writeGap: 0 } as const;

/** Limits of each preset, per quota owner. */
export const PACE_PRESETS = {
  /** The published limits; lowered after rejections. */
  published,
  /** GitHub's best practices: one call at a time, one second between writes. */
  polite: { ...published, inFlight: 1, writeGap: 1000 },
  /** No limits, for a server that you operate yourself. A rate-limit response still pauses all calls. */
  off: {
    points: Infinity,
    content: Infinity,
    contentPerHour: Infinity,
    cpu: Infinity,
    inFlight: Infinity,
    writeGap: 0,
  },
} as const satisfies Record<string, PaceLimits>;

/** Name of a preset. */
export type PacePreset = keyof typeof PACE_PRESETS;

/** Concurrency per priority. The rest of the limit is left for interactive calls and other programs of the owner. */
const CONCURRENCY = { interactive: Infinity, normal: 50, bulk: 40 } as const satisfies Record<Priority, number>;

/** Further concurrency for a distant service: most of the calls in flight are on their way, and don't count there. */
const DISTANT_EXTRA = 40;

/** Round trip from which a service is distant, in milliseconds. In between, the concurrency grows with it. */
const DISTANT_MS = 800;

/**
 * Concurrency for a priority, scaled up if the limits exceed the published ones.
 * @param roundTrip what the network takes at least, in milliseconds; `Infinity` if unknown
 */
export function concurrencyFor({ inFlight }: PaceLimits, priority: Priority, roundTrip = Infinity): number {
  const near = CONCURRENCY[priority];
  // Without limits, the number of sockets still limits how much concurrency helps.
  if (inFlight === Infinity) return Math.max(near, published.inFlight);
  const distance = roundTrip < Infinity ? Math.min(1, roundTrip / DISTANT_MS) : 0;
  const wanted = near + distance * DISTANT_EXTRA;
  return Math.min(inFlight, Math.floor(wanted * Math.max(1, inFlight / published.inFlight)));
}

/** Points per write. */
export const WRITE_COST = 5;

/** Share of one of several processes in a quota. */
export interface QuotaShare {
  /** Number of the process, from 1. */
  readonly part: number;
  /** Number of processes. */
  readonly of: number;
  /** Returns the process's share of an integer total; the first processes get the remainder. */
  readonly portion: (total: number) => number;
}
