import { constants } from "node:os";
import type { Log } from "../../log.ts";

/**
 * What the runner sends a step that is to end: the first, 7.5 seconds later another one, and 2.5 seconds later it kills.
 * SIGBREAK takes the place of SIGTERM on Windows.
 */
const SIGNALS = (["SIGINT", "SIGTERM", "SIGBREAK"] as const).filter((signal) => signal in constants.signals);

/** Milliseconds in which a second signal is the first one's echo: a terminal tells every process of a group. */
const ECHO = 1000;

/**
 * Hears of the runner's wish that the step end.
 * @param hurry what to do at the second signal, when there is no time left
 * @returns a signal that is aborted at the first, and what stops listening
 */
export function stopOnSignals(
  log: Pick<Log, "warning">,
  hurry: () => void,
): { readonly stopping: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  let first: number | undefined;
  const stop = () => {
    const now = performance.now();
    if (first === undefined) {
      first = now;
      log.warning("The run was cancelled: what has begun is ended, and nothing new is begun.");
      controller.abort();
    } else if (now - first > ECHO) hurry();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return {
    stopping: controller.signal,
    release() {
      for (const signal of SIGNALS) process.off(signal, stop);
    },
  };
}
