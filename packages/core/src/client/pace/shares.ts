import { type PaceLimits, type QuotaShare, WRITE_COST } from "./limits.ts";
import type { PaceSettings } from "./pace-options.ts";
import { createShare, readShare } from "./read-share.ts";

/**
 * One process's share of the limits; the shares add up to the whole. A share is a whole number of writes, since a
 * fraction cannot be used.
 */
export function shareOfLimits(limits: PaceLimits, { part, of, portion }: QuotaShare): PaceLimits {
  const points = Number.isFinite(limits.points)
    ? portion(Math.floor(limits.points / WRITE_COST)) * WRITE_COST
    : Infinity;
  return {
    points: points + (part === 1 && Number.isFinite(points) ? limits.points % WRITE_COST : 0),
    content: portion(limits.content),
    contentPerHour: portion(limits.contentPerHour),
    cpu: limits.cpu / of,
    inFlight: Math.max(1, portion(limits.inFlight)),
    // The gap applies to all processes together.
    writeGap: limits.writeGap * of,
  };
}

/** The limits of one process; also rounds those of the only one. */
export function ownLimitsOf({ limits, share }: Pick<PaceSettings, "limits" | "share">): PaceLimits {
  return shareOfLimits(limits, share ?? createShare(1, 1));
}

/** A part of pacing for one of several processes that share a quota. */
export type QuotaSharing = (limits: PaceLimits) => { readonly share?: QuotaShare; readonly limits: PaceLimits };

/**
 * For the option `share` of `pace()`: `quotaShare("2/16")` is the share of the second of sixteen processes with one quota.
 * @throws InputError
 */
export function quotaShare(text: string): QuotaSharing {
  const share = readShare(text);
  return (limits) => (share ? { share, limits: shareOfLimits(limits, share) } : { limits });
}
