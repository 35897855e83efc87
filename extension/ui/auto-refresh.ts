import type { Problem } from "../model/problem.ts";
import { countdownTo } from "./countdown.ts";

/** Delay before an unreachable service is retried, initially and at most, in milliseconds. */
const INITIAL_DELAY = 5000;
const MAX_DELAY = 60_000;

/** Delay after the browser reports that it is online, in milliseconds. The report may come too early. */
const ONLINE_DELAY = 1000;

/**
 * Refreshes automatically when a rate limit ends, and with increasing delays while the service is unreachable.
 * @returns a function to call with the problem after each refresh; undefined for none
 */
export function autoRefresh(refresh: () => Promise<void>, signal: AbortSignal): (problem: Problem | undefined) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = INITIAL_DELAY;
  signal.addEventListener("abort", () => clearTimeout(timer));
  const onOnline = () => {
    delay = ONLINE_DELAY;
  };
  window.addEventListener("online", onOnline, { signal });
  return (problem) => {
    clearTimeout(timer);
    if (signal.aborted) return;
    if (problem?.kind === "offline") {
      // Hidden pages are refreshed when they become visible.
      timer = setTimeout(() => void (document.visibilityState === "visible" && refresh()), delay);
      delay = Math.min(delay * 2, MAX_DELAY);
      return;
    }
    delay = INITIAL_DELAY;
    if (problem?.until !== undefined)
      timer = setTimeout(() => void refresh(), Math.max(1000, countdownTo(problem.until)()));
  };
}
