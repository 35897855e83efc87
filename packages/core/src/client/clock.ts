import { MAX_TIMER_DELAY } from "../internal/timers.ts";

/** A clock; tests and simulations can replace it. */
export interface Clock {
  /** Milliseconds since 1970, by this machine's clock, which can be wrong and can be set at any time. Only for dates. */
  now(): number;
  /** Milliseconds since any fixed moment. Never goes back, even if the machine's clock is set. For all durations. */
  monotonic(): number;
  /**
   * Calls `run` once after a delay.
   * @returns a function that cancels it
   */
  after(milliseconds: number, run: () => void): () => void;
}

/**
 * Starts a measurement.
 * @returns a function that returns the milliseconds since then by the clock that counted more, because the monotonic one
 * can stand still while the machine sleeps
 */
export function measureTime(clock: Clock): () => number {
  const [monotonicStart, wallStart] = [clock.monotonic(), clock.now()];
  return () => Math.max(clock.monotonic() - monotonicStart, clock.now() - wallStart);
}

/** The platform's clock; looks up the globals at each call, so that fake timers take effect. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.min(Math.max(0, milliseconds), MAX_TIMER_DELAY));
    return () => clearTimeout(timer);
  },
};
