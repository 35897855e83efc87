import { MAX_TIMER_DELAY } from "../internal/timers.ts";

/** Time, as the client sees it: tests and simulations give their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs something once, so many milliseconds from now. @returns what takes it back */
  after(milliseconds: number, run: () => void): () => void;
}

/** The platform's own time, looked up at each use: whoever replaces the globals is heard. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.min(Math.max(0, milliseconds), MAX_TIMER_DELAY));
    return () => clearTimeout(timer);
  },
};
