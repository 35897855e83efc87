import { createRateLimiter, type RateLimiter } from "./rate-limiter.ts";
import { readLimits } from "./read-limits.ts";
import { LIMIT_PRESETS } from "./settings.ts";

/**
 * Creates the rate limiter for an option's value. If limits are off, it counts calls towards the published primary
 * limits, which responses report, and rejects none: the limits grow.
 * @throws Error under the same conditions as {@link readLimits}
 */
export async function loadLimits(limits: string | object): Promise<RateLimiter> {
  const settings = await readLimits(limits);
  if (settings.primary || settings.secondary) return createRateLimiter(settings);
  return createRateLimiter({ primary: LIMIT_PRESETS.published.primary }, false);
}
