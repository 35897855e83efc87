import { invalidField } from "../../errors.ts";
import { PACE_PRESETS, type QuotaShare } from "./limits.ts";

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
