import { browser } from "wxt/browser";

/** Interval of calls to a browser API, in milliseconds. Browsers terminate a worker after 30 seconds without one. */
const HEARTBEAT_INTERVAL = 20_000;
/** Period of the alarm that restarts a terminated worker, in minutes. The shortest that browsers allow. */
const ALARM_PERIOD = 0.5;

/** Name of the alarm that restarts the worker to continue jobs. */
export const JOBS_ALARM = "forgehand-jobs";

let activeHolders = 0;
let heartbeat: ReturnType<typeof setInterval> | undefined;
/** Times on the worker's monotonic clock. */
const wakeTimes = new Set<{ readonly at: number }>();

/**
 * Keeps the worker alive while jobs are running.
 * @returns a function that ends it
 */
export function stayAwake(): () => void {
  let isHolding = true;
  if (++activeHolders === 1) {
    heartbeat = setInterval(() => void browser.runtime.getPlatformInfo(), HEARTBEAT_INTERVAL);
    void browser.alarms.create(JOBS_ALARM, { periodInMinutes: ALARM_PERIOD });
  }
  return () => {
    if (!isHolding) return;
    isHolding = false;
    if (--activeHolders > 0) return;
    clearInterval(heartbeat);
    void updateAlarm();
  };
}

/**
 * Starts the worker after a time in milliseconds if it has been terminated by then.
 * @returns a function that cancels it
 */
export function wakeAfter(milliseconds: number): () => void {
  const wakeTime = { at: performance.now() + milliseconds };
  wakeTimes.add(wakeTime);
  void updateAlarm();
  return () => {
    if (wakeTimes.delete(wakeTime)) void updateAlarm();
  };
}

/** Sets the alarm to the next wake time, or removes it. */
export async function updateAlarm(): Promise<void> {
  const now = performance.now();
  for (const wakeTime of wakeTimes) if (wakeTime.at <= now) wakeTimes.delete(wakeTime);
  if (activeHolders > 0) return;
  if (wakeTimes.size === 0) await browser.alarms.clear(JOBS_ALARM);
  else
    await browser.alarms.create(JOBS_ALARM, {
      delayInMinutes: (Math.min(...Array.from(wakeTimes, ({ at }) => at)) - now) / 60_000,
    });
}
