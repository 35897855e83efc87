import type { JobDeps } from "./job-deps.ts";
import { createWakeableSleep } from "./wakeable-sleep.ts";

/**
 * Delay between two writes with idle quota, in milliseconds. The client reserves three writes a minute for interactive
 * use; this uses no more than that, and frees all of it within a minute of the user's return.
 */
const INTERVAL = 20_500;

/**
 * Runs a function at intervals while the user is away, until the signal is aborted. Does nothing if the presence of the
 * user is unknown.
 */
export async function runWithIdleQuota(deps: JobDeps, signal: AbortSignal, runOne: () => Promise<void>): Promise<void> {
  const { clock, isUserAway } = deps;
  if (isUserAway === undefined) return;
  const wakeableSleep = createWakeableSleep(clock);
  while (!signal.aborted) {
    await wakeableSleep.sleepFor(INTERVAL, "limit", signal);
    if (!signal.aborted && isUserAway()) await runOne();
  }
}
