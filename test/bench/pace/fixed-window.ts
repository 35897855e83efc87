import type { LimitRule } from "./limit-rules.ts";

/** A rate-limit window that starts with the first request and resets when it ends. */
export interface FixedWindow {
  used(now: number): number;
  /** Time when the window ends; if none is open, the end of a window that starts now. */
  resetTime(now: number): number;
  count(now: number): void;
}

export function createFixedWindow({ window }: LimitRule): FixedWindow {
  let start = Number.NEGATIVE_INFINITY;
  let used = 0;
  const isOpen = (now: number) => now < start + window;
  return {
    used: (now) => (isOpen(now) ? used : 0),
    resetTime: (now) => (isOpen(now) ? start : now) + window,
    count(now) {
      if (!isOpen(now)) {
        start = now;
        used = 0;
      }
      used++;
    },
  };
}
