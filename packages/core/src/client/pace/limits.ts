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
