/** Tells whether calls come in thick and fast: what nobody waits for makes way for them. */
export interface Traffic {
  /** A call has come in. @param at by `performance.now()` */
  call(at: number): void;
  /** Resolves when no call has come in for a moment, or after two seconds of waiting for that. */
  quiet(): Promise<void>;
}

/** A moment, and how long something makes way at most, in milliseconds. */
const MOMENT = 4;
const PATIENCE = 2000;

export function createTraffic(): Traffic {
  let last = Number.NEGATIVE_INFINITY;
  /** Since when somebody has been waiting without a quiet moment. */
  let since: number | undefined;
  return {
    call: (at) => {
      last = at;
    },
    async quiet() {
      for (;;) {
        const now = performance.now();
        const left = last + MOMENT - now;
        if (left <= 0) {
          since = undefined;
          return;
        }
        since ??= now;
        if (now - since > PATIENCE) return;
        // Who waits for a quiet moment keeps no process alive.
        await new Promise((resolve) => setTimeout(resolve, Math.ceil(left)).unref());
      }
    },
  };
}
