import type { Problem } from "../messages/problem.ts";
import { endOf } from "./clock.ts";

/** Milliseconds until a service that could not be reached is asked again, the first time and at most. */
const FIRST = 5000;
const MOST = 60_000;

/** The same where the browser says that the line is back, which it may say too early. */
const SOON = 1000;

/**
 * Looks again by itself where time helps: when a limit ends, and every now and then while the service can't be reached.
 * @returns tell it what is wrong, after each look; undefined: nothing
 */
export function lookLater(look: () => Promise<void>, signal: AbortSignal): (problem: Problem | undefined) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = FIRST;
  signal.addEventListener("abort", () => clearTimeout(timer));
  const isBack = () => {
    pause = SOON;
  };
  window.addEventListener("online", isBack, { signal });
  return (problem) => {
    clearTimeout(timer);
    if (signal.aborted) return;
    if (problem?.kind === "offline") {
      // Out of sight nobody waits for it: it is looked at when it comes back into sight.
      timer = setTimeout(() => void (document.visibilityState === "visible" && look()), pause);
      pause = Math.min(pause * 2, MOST);
      return;
    }
    pause = FIRST;
    if (problem?.until !== undefined) timer = setTimeout(() => void look(), Math.max(1000, endOf(problem.until)()));
  };
}
