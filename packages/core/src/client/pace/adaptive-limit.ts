/** Usable part of a limit, learned from rejections. */
export interface AdaptiveLimit {
  limit: number;
  /** Highest amount known to be accepted; anything above it is probed one call at a time. */
  proven: number;
  /** Time of the last change. */
  changed: number;
  /** Time without rejections before more than the proven amount is tried, in milliseconds; grows while that fails. */
  probeAfter: number;
}

/** The first of these times, and their upper bound. */
export const PROBE_AFTER_MS = 600_000;
export const MAX_PROBE_AFTER_MS = 6 * 3_600_000;

/** @param limit published limit */
export function createAdaptiveLimit(limit: number): AdaptiveLimit {
  return { limit, proven: limit, changed: 0, probeAfter: PROBE_AFTER_MS };
}

/** Whether an amount is only being tried. */
export function isProbing({ limit, proven }: AdaptiveLimit, amount: number): boolean {
  return limit > proven && amount > proven;
}

/**
 * Returns to the proven limit if the rejected amount was only being tried, and waits longer before the next probe.
 * @returns whether it was
 */
export function endFailedProbe(adaptive: AdaptiveLimit, amount: number): boolean {
  if (!isProbing(adaptive, amount)) return false;
  adaptive.limit = adaptive.proven;
  adaptive.probeAfter = Math.min(MAX_PROBE_AFTER_MS, adaptive.probeAfter * 6);
  return true;
}
