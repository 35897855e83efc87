import type { Priority } from "../middleware.ts";
import { PACE_PRESETS, type PaceLimits } from "./limits.ts";

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
  if (inFlight === Infinity) return Math.max(near, PACE_PRESETS.published.inFlight);
  const distance = roundTrip < Infinity ? Math.min(1, roundTrip / DISTANT_MS) : 0;
  const wanted = near + distance * DISTANT_EXTRA;
  return Math.min(inFlight, Math.floor(wanted * Math.max(1, inFlight / PACE_PRESETS.published.inFlight)));
}
