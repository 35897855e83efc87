import type { Clock } from "@forgehand/core";
import type { ReasonKind } from "../../lists/reason.ts";

/** Waits that can be ended from outside. */
export interface Nap {
  /** Resolves when the time has come, when it is woken, or when the signal is aborted. */
  readonly until: (at: number, why: ReasonKind, signal: AbortSignal) => Promise<void>;
  /** Ends the waits for one reason. */
  readonly wake: (why: ReasonKind) => void;
}

export function createNap(clock: Clock): Nap {
  const sleepers = new Map<() => void, ReasonKind>();
  return {
    until: (at, why, signal) =>
      new Promise((resolve) => {
        const rise = () => {
          cancel();
          sleepers.delete(rise);
          signal.removeEventListener("abort", rise);
          resolve();
        };
        const cancel = clock.after(Math.max(0, at - clock.now()), rise);
        sleepers.set(rise, why);
        signal.addEventListener("abort", rise);
        if (signal.aborted) rise();
      }),
    wake(why) {
      for (const [rise, waits] of [...sleepers]) if (waits === why) rise();
    },
  };
}
