import type { Priority } from "../chain.ts";

/** How fast calls may go (public documentation of rate limits; the primary limit is read off the answers). */
export interface Limits {
  /** Points a minute: 1 for reading and 5 for writing, unless the contract says otherwise. */
  readonly points: number;
  /** Calls a minute, and an hour, that make something people are notified of. */
  readonly content: number;
  readonly contentPerHour: number;
  /** Seconds of the service's computing time a minute. */
  readonly cpu: number;
  /** Calls under way at once. */
  readonly inFlight: number;
  /** Milliseconds from the answer of one write to the next write. */
  readonly writeGap: number;
}

/** What each preset allows one quota owner. */
export const PRESETS = {
  /** All that is published; less once the service has refused. */
  published: { points: 900, content: 80, contentPerHour: 500, cpu: 90, inFlight: 100, writeGap: 0 },
  /** What the documentation advises: one call after the other, a second between writes. */
  polite: { points: 900, content: 80, contentPerHour: 500, cpu: 90, inFlight: 1, writeGap: 1000 },
  /** Nothing, for a service of one's own. Where it refuses all the same, everybody waits. */
  off: {
    points: Infinity,
    content: Infinity,
    contentPerHour: Infinity,
    cpu: Infinity,
    inFlight: Infinity,
    writeGap: 0,
  },
} as const satisfies Record<string, Limits>;

/** A set of limits to begin with, by its name. */
export type Preset = keyof typeof PRESETS;

/** How many of a priority go at once: more would gain nothing, and cost refusals where a limit is unknown. */
const AT_ONCE = { interactive: Infinity, normal: 16, bulk: 11 } as const satisfies Record<Priority, number>;

/** How many of a priority go at once; as many more as the service takes more than is published. */
export function atOnce({ inFlight }: Limits, priority: Priority): number {
  const published = PRESETS.published.inFlight;
  // Without limits there are still sockets to spare.
  if (inFlight === Infinity) return Math.max(AT_ONCE[priority], published);
  return Math.min(inFlight, AT_ONCE[priority] * Math.max(1, inFlight / published));
}

/** One of several processes that use a quota together. */
export interface Share {
  /** Which one, from 1. */
  readonly part: number;
  readonly of: number;
}

/** What a write costs; a share is made of whole writes, or the rest of each would be lost. */
export const WRITE_COST = 5;

/** The most processes that every limit can be divided among. */
export const MOST_SHARES = PRESETS.published.content;

/** One process's part of limits: together the parts are the whole. */
export function divide(limits: Limits, { part, of }: Share): Limits {
  const whole = (total: number) => portion(total, part, of);
  const points = Number.isFinite(limits.points) ? whole(Math.floor(limits.points / WRITE_COST)) * WRITE_COST : Infinity;
  return {
    points: points + (part === 1 && Number.isFinite(points) ? limits.points % WRITE_COST : 0),
    content: whole(limits.content),
    contentPerHour: whole(limits.contentPerHour),
    cpu: limits.cpu / of,
    inFlight: Math.max(1, whole(limits.inFlight)),
    // All of them together keep the distance.
    writeGap: limits.writeGap * of,
  };
}

/** The n-th part of a number of whole things; the first ones get what is left over. */
export function portion(total: number, part: number, of: number): number {
  if (!Number.isFinite(total)) return total;
  return Math.floor(total / of) + (part <= total % of ? 1 : 0);
}
