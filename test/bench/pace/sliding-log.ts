import type { Rule } from "./rules.ts";

/** Everything that counted in the last window, whenever that is asked. */
export interface SlidingLog {
  /** Milliseconds until so much more fits; 0: it fits now. */
  wait(weight: number, now: number): number;
  add(weight: number, now: number): void;
}

export function slidingLog({ limit, window }: Rule): SlidingLog {
  const entries: { readonly at: number; readonly weight: number }[] = [];
  let total = 0;
  const forget = (now: number) => {
    const kept = entries.findIndex(({ at }) => at > now - window);
    const gone = entries.splice(0, kept < 0 ? entries.length : kept);
    for (const { weight } of gone) total -= weight;
  };
  return {
    wait(weight, now) {
      forget(now);
      let excess = total + weight - limit;
      if (excess <= 0) return 0;
      for (const entry of entries) {
        excess -= entry.weight;
        if (excess <= 0) return entry.at + window - now;
      }
      return Number.POSITIVE_INFINITY;
    },
    add(weight, now) {
      entries.push({ at: now, weight });
      total += weight;
    },
  };
}
