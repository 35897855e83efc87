import { useCallback, useEffect, useState } from "preact/hooks";
import { callWorker } from "./call-worker.ts";

/** Interval at which the worker is asked for the wait, in milliseconds. The wait only passes while the worker runs. */
const REFRESH_INTERVAL = 5_000;

/** The wait after wrong passphrases. */
export interface UnlockWait {
  /** Time until a passphrase can be tried, in milliseconds; 0 if now. Updated every second. */
  readonly remaining: number;
  /** Asks the worker again, after an attempt. */
  readonly refresh: () => Promise<void>;
}

export function useUnlockWait(): UnlockWait {
  /** End of the wait on the page's monotonic clock. */
  const [end, setEnd] = useState(0);
  const [, redraw] = useState(0);
  const refresh = useCallback(async () => {
    const wait = await callWorker("unlock-wait", {}).catch(() => undefined);
    if (wait !== undefined) setEnd(performance.now() + wait);
  }, []);
  const remaining = Math.max(0, end - performance.now());
  const isWaiting = remaining > 0;
  useEffect(() => {
    void refresh();
    if (!isWaiting) return;
    const ticks = setInterval(() => redraw((count) => count + 1), 1000);
    const refreshes = setInterval(() => void refresh(), REFRESH_INTERVAL);
    return () => {
      clearInterval(ticks);
      clearInterval(refreshes);
    };
  }, [isWaiting, refresh]);
  return { remaining, refresh };
}
