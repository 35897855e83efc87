import { useEffect, useMemo, useState } from "preact/hooks";
import { endOf } from "../ui/clock.ts";
import { clockOf } from "./spans-of-time.ts";

/** The time now, in milliseconds since 1970, again and again. @param every milliseconds between two; 0: never again */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (every === 0) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}

/** How long it still takes until then, counting down. */
export function Clock({ until }: { readonly until: number }) {
  useNow(1000);
  const left = useMemo(() => endOf(until), [until]);
  return <time class="clock">{clockOf(left())}</time>;
}
