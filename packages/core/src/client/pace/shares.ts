import { invalidField } from "../../errors.ts";
import { PACE_PRESETS, type PaceLimits, type QuotaShare, WRITE_COST } from "./limits.ts";
import type { PaceSettings } from "./pace-options.ts";

/** Maximum number of processes that every limit can be divided among. */
export const MAX_SHARES = PACE_PRESETS.published.content;

export function createShare(part: number, of: number): QuotaShare {
  const portion = (total: number) =>
    Number.isFinite(total) ? Math.floor(total / of) + (part <= total % of ? 1 : 0) : total;
  return { part, of, portion };
}

/**
 * Reads a share such as `2/16`.
 * @returns undefined for the share of the only process
 * @throws InputError
 */
export function readShare(share: string | undefined): QuotaShare | undefined {
  if (share === undefined) return undefined;
  const [, ...numbers] = /^(\d{1,3})\/(\d{1,3})$/.exec(share) ?? [];
  const [part = 0, of = 0] = numbers.map(Number);
  if (!(part >= 1 && part <= of && of <= MAX_SHARES)) {
    throw invalidField("pace.share", `must be "n/m", such as 2/16, with m at most ${MAX_SHARES}`);
  }
  return of === 1 ? undefined : createShare(part, of);
}

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
