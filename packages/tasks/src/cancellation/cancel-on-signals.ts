import { constants } from "node:os";
import type { Log } from "../log.ts";

/**
 * Signals that the runner sends on cancellation: one at first, another after 7.5 seconds; after 2.5 more seconds it
 * kills the step. Windows uses SIGBREAK in place of SIGTERM.
 */
const SIGNALS = (["SIGINT", "SIGTERM", "SIGBREAK"] as const).filter((signal) => signal in constants.signals);

/** Milliseconds in which a second signal counts as a duplicate: a terminal signals every process of a group. */
const DUPLICATE_WINDOW = 1000;

/**
 * Listens for the runner's cancellation signals.
 * @param onSecondSignal called at the second signal, when no time is left
 * @returns a signal that is aborted at the first one, and a function that stops listening
 */
export function cancelOnSignals(
  log: Pick<Log, "warning">,
  onSecondSignal: () => void,
): { readonly stopping: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  let firstAt: number | undefined;
  const onSignal = () => {
    const now = performance.now();
    if (firstAt === undefined) {
      firstAt = now;
      log.warning("The run was cancelled: finishing work in progress; nothing new is started.");
      controller.abort();
    } else if (now - firstAt > DUPLICATE_WINDOW) onSecondSignal();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    stopping: controller.signal,
    release() {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
}
