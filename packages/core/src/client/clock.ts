/** Time, as the client sees it: tests and simulations give their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs something once, so many milliseconds from now. @returns what takes it back */
  after(milliseconds: number, run: () => void): () => void;
}

/** The longest that timers of JavaScript can wait. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** The platform's own time, looked up at each use: whoever replaces the globals is heard. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.min(Math.max(0, milliseconds), LONGEST_TIMER));
    return () => clearTimeout(timer);
  },
};

/**
 * Waits.
 * @throws the signal's reason, once it is aborted
 */
export function sleep(clock: Clock, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const end = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.after(milliseconds, () => {
      signal?.removeEventListener("abort", end);
      resolve();
    });
    signal?.addEventListener("abort", end, { once: true });
  });
}
