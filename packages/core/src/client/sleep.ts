import { onAbort } from "./abortable.ts";
import type { Clock } from "./clock.ts";

/**
 * Waits for a number of milliseconds.
 * @throws the signal's reason once it is aborted
 */
export function sleep(clock: Clock, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const removeListener = onAbort(signal, () => {
      cancel();
      removeListener();
      reject(signal?.reason);
    });
    const cancel = clock.after(milliseconds, () => {
      removeListener();
      resolve();
    });
  });
}
