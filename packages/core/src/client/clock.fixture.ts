import type { Clock } from "./clock.ts";

/** Time that passes when it is told to. */
export interface StoppedClock extends Clock {
  /** Lets so many milliseconds pass, with all that was to happen in them, and what that brings about. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** How many timers are set. */
  readonly timers: () => number;
}

export function stoppedClock(start = 1_800_000_000_000): StoppedClock {
  let now = start;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => now,
    after(milliseconds, run) {
      const timer = { at: now + milliseconds, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    timers: () => timers.size,
    async pass(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        await settle();
        const next = Array.from(timers)
          .filter(({ at }) => at <= end)
          .toSorted((a, b) => a.at - b.at)[0];
        if (!next) break;
        now = Math.max(now, next.at);
        timers.delete(next);
        next.run();
      }
      now = end;
      await settle();
    },
  };
}

/** Lets everything that needs no time happen. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
