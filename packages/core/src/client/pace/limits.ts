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

/** Limits of each preset, per quota owner. */
export const PACE_PRESETS = {
  /** The published limits; lowered after rejections. */
  published: { points: 900, content: 80, contentPerHour: 500, cpu: 90, inFlight: 100, writeGap: 0 },
  /** GitHub's best practices: one call at a time, one second between writes. */
  polite: { points: 900, content: 80, contentPerHour: 500, cpu: 90, inFlight: 1, writeGap: 1000 },
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

/** The same for a distant service: most of the calls in flight are on their way, and don't count there. */
const DISTANT = { interactive: Infinity, normal: 90, bulk: 80 } as const satisfies Record<Priority, number>;

/** Round trip from which a service is distant, in milliseconds. In between, the concurrency grows with it. */
const DISTANT_MS = 800;

/**
 * Concurrency for a priority, scaled up if the limits exceed the published ones.
 * @param roundTrip what the network takes at least, in milliseconds; `Infinity` if unknown
 */
export function concurrencyFor({ inFlight }: PaceLimits, priority: Priority, roundTrip = Infinity): number {
  const published = PACE_PRESETS.published.inFlight;
  // Without limits, the number of sockets still limits how much concurrency helps.
  if (inFlight === Infinity) return Math.max(CONCURRENCY[priority], published);
  const near = CONCURRENCY[priority];
  const distance = Number.isFinite(roundTrip) ? Math.min(1, roundTrip / DISTANT_MS) : 0;
  const wanted = priority === "interactive" ? near : near + distance * (DISTANT[priority] - near);
  return Math.min(inFlight, Math.floor(wanted * Math.max(1, inFlight / published)));
}

/** One of several processes that share a quota. */
export interface QuotaShare {
  /** Number of the process, from 1. */
  readonly part: number;
  /** Number of processes. */
  readonly of: number;
}

/** Points per write. A share is a whole number of writes, since a fraction cannot be used. */
export const WRITE_COST = 5;

/** Maximum number of processes that every limit can be divided among. */
export const MAX_SHARES = PACE_PRESETS.published.content;

/** One process's share of the limits; the shares add up to the whole. */
export function shareOfLimits(limits: PaceLimits, { part, of }: QuotaShare): PaceLimits {
  const ownPortion = (total: number) => portion(total, part, of);
  const points = Number.isFinite(limits.points)
    ? ownPortion(Math.floor(limits.points / WRITE_COST)) * WRITE_COST
    : Infinity;
  return {
    points: points + (part === 1 && Number.isFinite(points) ? limits.points % WRITE_COST : 0),
    content: ownPortion(limits.content),
    contentPerHour: ownPortion(limits.contentPerHour),
    cpu: limits.cpu / of,
    inFlight: Math.max(1, ownPortion(limits.inFlight)),
    // The gap applies to all processes together.
    writeGap: limits.writeGap * of,
  };
}

/** Returns the share of process `part` in an integer total; the first processes get the remainder. */
export function portion(total: number, part: number, of: number): number {
  if (!Number.isFinite(total)) return total;
  return Math.floor(total / of) + (part <= total % of ? 1 : 0);
}
