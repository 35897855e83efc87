import type { Log } from "../log.ts";

/** What the runner sends a step that is to end: it has 7.5 seconds after the first, 2.5 more after the second. */
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Hears of the runner's wish that the step end. @returns a signal that is aborted then, and what stops listening */
export function stopOnSignals(log: Pick<Log, "warning">): { stopping: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) return;
    log.warning("The run was cancelled: what has begun is ended, and nothing new is begun.");
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return {
    stopping: controller.signal,
    release() {
      for (const signal of SIGNALS) process.off(signal, stop);
    },
  };
}
