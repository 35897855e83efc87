/** What has happened within a span of time up to now, weighed: `at most so much in any minute`. */
export interface SlidingWindow {
  readonly limit: number;
  /** How much has happened. */
  sum(now: number): number;
  /** Milliseconds until there is room for so much; 0 where there is. */
  wait(now: number, weight: number): number;
  /** Counts what happens now, whether there is room or not. */
  add(now: number, weight: number): void;
}

/**
 * A window that slides exactly: what happened at t counts until t + span, and no longer. It keeps no more entries than its
 * limit has units, and each entry is looked at once when it comes and once when it goes.
 * @param span in milliseconds
 */
export function slidingWindow(limit: number, span: number): SlidingWindow {
  let entries: { readonly at: number; weight: number }[] = [];
  let first = 0;
  let sum = 0;

  function forget(now: number): void {
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
      forget(now);
      return sum;
    },
    wait(now, weight) {
      forget(now);
      let over = sum + weight - limit;
      if (over <= 0) return 0;
      for (let index = first; ; index++) {
        const entry = entries[index];
        // It is more than the limit: there never will be room.
        if (!entry) return span;
        over -= entry.weight;
        if (over <= 0) return entry.at + span - now;
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
