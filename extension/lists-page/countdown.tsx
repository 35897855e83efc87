import { useEffect, useMemo, useState } from "preact/hooks";
import { remainingWait, type WaitState } from "../lists/reason.ts";
import { countdownTo } from "../ui/countdown.ts";
import { formatTimer } from "./format-dates.ts";

/**
 * Returns the current time in milliseconds since 1970 and updates it regularly.
 * @param interval milliseconds between updates; 0 disables them
 */
export function useNow(interval: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (interval === 0) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}

/** Shows the remaining time of a wait. */
export function Countdown({ wait: { since, until } }: { readonly wait: WaitState }) {
  useNow(1000);
  const remaining = useMemo(() => {
    const now = Date.now();
    return countdownTo(now + remainingWait({ since, until }, now));
  }, [since, until]);
  return <time class="clock">{formatTimer(remaining())}</time>;
}
