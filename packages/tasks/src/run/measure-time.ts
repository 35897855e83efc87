import type { Clock } from "@forgehand/core";

/**
 * Starts a measurement.
 * @returns a function that returns the milliseconds since then by the clock that counted more: the monotonic one can stand
 * still while the machine sleeps, and the other one can be set back
 */
export function measureTime(clock: Pick<Clock, "now" | "monotonic">): () => number {
  const [monotonicStart, wallStart] = [clock.monotonic(), clock.now()];
  return () => Math.max(clock.monotonic() - monotonicStart, clock.now() - wallStart);
}
