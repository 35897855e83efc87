import type { RunContext } from "../run-context.ts";
import type { ItemResult } from "../settle-each.ts";
import { formatDuration } from "./format-duration.ts";

/** Milliseconds between two log lines while there is progress, and while there is none. */
const LOG_INTERVAL = 10_000;
const STALLED_LOG_INTERVAL = 60_000;

/** Reports progress of a number of items. */
export interface Progress {
  /** Counts one more item. */
  readonly step: (end: ItemResult<unknown>) => void;
  /** Stops reporting. */
  readonly end: () => void;
}

/** Shows progress, or logs it every few seconds. Nothing is logged for work that finishes sooner. */
export function startProgress(
  { clock, log, eta }: Pick<RunContext, "clock" | "log" | "eta">,
  label: string,
  total: number,
): Progress {
  const began = clock.monotonic();
  let [done, failed] = [0, 0];
  let lastLogged = { at: began, done: 0 };
  const { showProgress } = log;
  let cancelTimer = showProgress === undefined ? clock.after(LOG_INTERVAL, tick) : () => undefined;

  function tick(): void {
    cancelTimer = clock.after(LOG_INTERVAL, tick);
    const hasMoved = done > lastLogged.done;
    if (hasMoved || clock.monotonic() - lastLogged.at >= STALLED_LOG_INTERVAL) logProgress(timeLeft());
  }

  function logProgress(suffix: string): void {
    lastLogged = { at: clock.monotonic(), done };
    const share = total === 0 ? 100 : Math.floor((done / total) * 100);
    const failures = failed === 0 ? "" : `, ${failed.toLocaleString("en")} failed`;
    log.info(`${label} ${done.toLocaleString("en")} of ${total.toLocaleString("en")} (${share} %)${failures}${suffix}`);
  }

  /** Estimates the remaining time from the speed so far; at least the time that the rate limits require. */
  function remainingTime(): number {
    const now = clock.monotonic();
    const bySpeed = done === 0 ? 0 : ((now - began) / done) * (total - done);
    const remaining = Math.max(bySpeed, (eta ?? 0) - now);
    return remaining < 1000 ? 0 : remaining;
  }

  function timeLeft(): string {
    const remaining = remainingTime();
    if (remaining === 0) return "";
    return `; about ${formatDuration(remaining / 1000)} left, until ${new Date(clock.now() + remaining).toISOString().slice(11, 19)}Z`;
  }

  return {
    step({ end }) {
      if (end !== "not-started") done += 1;
      if (end === "threw") failed += 1;
      showProgress?.({ label, total, done, failed, remaining: remainingTime });
    },
    end() {
      cancelTimer();
      showProgress?.(undefined);
      if (lastLogged.at > began) logProgress("");
    },
  };
}
