/** Tracks incoming calls, so that background work can yield to them. */
export interface Traffic {
  /**
   * Records an incoming call.
   * @param at time of arrival, from `performance.now()`
   */
  recordCall(at: number): void;
  /** Resolves when no call has come in for 4 ms, or after waiting for two seconds. */
  whenIdle(): Promise<void>;
}

/** Time without calls that counts as idle, and maximum delay of background work, in milliseconds. */
const IDLE_TIME = 4;
const MAX_DELAY = 2000;

export function createTraffic(): Traffic {
  let lastCallAt = Number.NEGATIVE_INFINITY;
  /** Start of the current wait; undefined after an idle moment. */
  let waitingSince: number | undefined;
  return {
    recordCall: (at) => {
      lastCallAt = at;
    },
    async whenIdle() {
      for (;;) {
        const now = performance.now();
        const left = lastCallAt + IDLE_TIME - now;
        if (left <= 0) {
          waitingSince = undefined;
          return;
        }
        waitingSince ??= now;
        if (now - waitingSince > MAX_DELAY) return;
        // Waiting doesn't keep the process alive.
        await new Promise((resolve) => setTimeout(resolve, Math.ceil(left)).unref());
      }
    },
  };
}
