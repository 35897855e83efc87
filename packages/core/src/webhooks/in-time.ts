import { MAX_TIMER_DELAY } from "../internal/timers.ts";

/** Of work that was not done in time. */
export const OVERDUE = Symbol("overdue");

/** Waits for work, for so many milliseconds at most; it goes on in any case. */
export async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T | typeof OVERDUE> {
  if (milliseconds > MAX_TIMER_DELAY) return work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof OVERDUE>((resolve) => {
    timer = setTimeout(() => resolve(OVERDUE), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
