import { createRateLimiter, type RateLimiter } from "./rate-limiter.ts";
import { readLimits } from "./read-limits.ts";

/**
 * Creates the rate limiter for an option's value.
 * @returns undefined if limits are off
 * @throws Error under the same conditions as {@link readLimits}
 */
export async function loadLimits(limits: string | object): Promise<RateLimiter | undefined> {
  const settings = await readLimits(limits);
  return settings.primary || settings.secondary ? createRateLimiter(settings) : undefined;
}
