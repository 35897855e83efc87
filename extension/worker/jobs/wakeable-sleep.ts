import type { Clock } from "@forgehand/core";
import type { ReasonKind } from "../../lists/reason.ts";

/** Waits that can be ended early. */
export interface WakeableSleep {
  /** Resolves after the given time in milliseconds, when it is woken, or when the signal is aborted. */
  readonly sleepFor: (milliseconds: number, reason: ReasonKind, signal: AbortSignal) => Promise<void>;
  /** Ends all waits for a reason. */
  readonly wake: (reason: ReasonKind) => void;
}

export function createWakeableSleep(clock: Clock): WakeableSleep {
  const sleepers = new Map<() => void, ReasonKind>();
  return {
    sleepFor: (milliseconds, reason, signal) =>
      new Promise((resolve) => {
        const finish = () => {
          cancel();
          sleepers.delete(finish);
          signal.removeEventListener("abort", finish);
          resolve();
        };
        const cancel = clock.after(Math.max(0, milliseconds), finish);
        sleepers.set(finish, reason);
        signal.addEventListener("abort", finish);
        if (signal.aborted) finish();
      }),
    wake(reason) {
      for (const [finish, sleepReason] of [...sleepers]) if (sleepReason === reason) finish();
    },
  };
}
