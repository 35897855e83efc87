import type { Rule } from "./rules.ts";

/** A window that the first request opens, and that forgets everything when it ends. */
export interface FixedWindow {
  used(now: number): number;
  /** When it ends; where none is open, when one would that opened now. */
  end(now: number): number;
  count(now: number): void;
}

export function fixedWindow({ window }: Rule): FixedWindow {
  let start = Number.NEGATIVE_INFINITY;
  let used = 0;
  const isOpen = (now: number) => now < start + window;
  return {
    used: (now) => (isOpen(now) ? used : 0),
    end: (now) => (isOpen(now) ? start : now) + window,
    count(now) {
      if (!isOpen(now)) {
        start = now;
        used = 0;
      }
      used++;
    },
  };
}
