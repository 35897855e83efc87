import { LONGEST_TIMER } from "../longest-timer.ts";

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
    const timer = setTimeout(run, Math.min(Math.max(0, milliseconds), LONGEST_TIMER));
    return () => clearTimeout(timer);
  },
};
