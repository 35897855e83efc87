import type { LimitRule } from "./limit-rules.ts";

/** Sliding-window limit that logs every entry of the last window. */
export interface SlidingLog {
  /** Milliseconds until the weight fits; 0 if it fits now. */
  wait(weight: number, now: number): number;
  add(weight: number, now: number): void;
}

export function createSlidingLog({ limit, window }: LimitRule): SlidingLog {
  const entries: { readonly at: number; readonly weight: number }[] = [];
  let total = 0;
  const expire = (now: number) => {
    const firstKept = entries.findIndex(({ at }) => at > now - window);
    const expired = entries.splice(0, firstKept < 0 ? entries.length : firstKept);
    for (const { weight } of expired) total -= weight;
  };
  return {
    wait(weight, now) {
      expire(now);
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
