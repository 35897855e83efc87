/** Sum of weights within a sliding period, such as "at most 900 in any minute". */
export interface SlidingWindow {
  readonly limit: number;
  /** Returns the current sum. */
  sum(now: number): number;
  /** Returns the milliseconds until there is room for a weight; 0 if there is room now. */
  wait(now: number, weight: number): number;
  /** Adds a weight, even if that exceeds the limit. */
  add(now: number, weight: number): void;
}

/**
 * Creates an exact sliding window: an entry at t counts until t + span. It stores at most as many entries as its limit
 * has units, and processes each entry once when it is added and once when it expires.
 * @param span in milliseconds
 */
export function createSlidingWindow(limit: number, span: number): SlidingWindow {
  let entries: { readonly at: number; weight: number }[] = [];
  let first = 0;
  let sum = 0;

  function dropExpired(now: number): void {
    for (let entry = entries[first]; entry && entry.at <= now - span; entry = entries[first]) {
      sum -= entry.weight;
      first++;
    }
    if (first * 2 > entries.length) {
      entries = entries.slice(first);
      first = 0;
    }
  }

  return {
    limit,
    sum(now) {
      dropExpired(now);
      return sum;
    },
    wait(now, weight) {
      dropExpired(now);
      let excess = sum + weight - limit;
      if (excess <= 0) return 0;
      for (let index = first; ; index++) {
        const entry = entries[index];
        // The weight exceeds the limit, so there will never be room.
        if (!entry) return span;
        excess -= entry.weight;
        if (excess <= 0) return entry.at + span - now;
      }
    },
    add(now, weight) {
      const last = entries.at(-1);
      if (last?.at === now) last.weight += weight;
      else entries.push({ at: now, weight });
      sum += weight;
    },
  };
}
