import { MAX_TIMER_DELAY } from "../internal/timers.ts";

/** A clock; tests and simulations can replace it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Calls `run` once after a delay.
   * @returns a function that cancels it
   */
  after(milliseconds: number, run: () => void): () => void;
}

/** The platform's clock; looks up the globals at each call, so that fake timers take effect. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.min(Math.max(0, milliseconds), MAX_TIMER_DELAY));
    return () => clearTimeout(timer);
  },
};
