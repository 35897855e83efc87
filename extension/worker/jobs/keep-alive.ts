import { browser } from "wxt/browser";

/** A worker ends after thirty seconds in which no function of the browser was called. In milliseconds. */
const BEAT = 20_000;
/** Should it end all the same, it is started again after so many minutes: the shortest that browsers allow. */
const BACKSTOP = 0.5;

/** The alarm that starts the worker to go on with jobs. */
export const JOBS_ALARM = "forgehand-jobs";

let holders = 0;
let beat: ReturnType<typeof setInterval> | undefined;
let wakes: number[] = [];

/** Keeps the worker from being ended while jobs are at work. @returns what lets it end */
export function stayAwake(): () => void {
  let isHeld = true;
  if (++holders === 1) {
    beat = setInterval(() => void browser.runtime.getPlatformInfo(), BEAT);
    void browser.alarms.create(JOBS_ALARM, { periodInMinutes: BACKSTOP });
  }
  return () => {
    if (!isHeld) return;
    isHeld = false;
    if (--holders > 0) return;
    clearInterval(beat);
    void settleAlarm();
  };
}

/** Has the worker started at that time, should it have ended by then. */
export function wakeAt(time: number): void {
  wakes.push(time);
  void settleAlarm();
}

/** The alarm has gone off. */
export async function settleAlarm(): Promise<void> {
  wakes = wakes.filter((time) => time > Date.now());
  if (holders > 0) return;
  if (wakes.length === 0) await browser.alarms.clear(JOBS_ALARM);
  else await browser.alarms.create(JOBS_ALARM, { when: Math.min(...wakes) });
}
