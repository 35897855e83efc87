import { type Clock, systemClock } from "@forgehand/core";

/**
 * Returns a function that gives the time in milliseconds since 1970. While the worker runs, it never goes back, even if
 * the system's clock is set back, so that it orders what was read and changed.
 */
export function createSteadyTime({ now, monotonic }: Pick<Clock, "now" | "monotonic">): () => number {
  let [latest, at] = [now(), monotonic()];
  return () => {
    const current = monotonic();
    latest = Math.max(now(), latest + current - at);
    at = current;
    return latest;
  };
}

/** The steady time of this worker. */
export const steadyTime = createSteadyTime(systemClock);
