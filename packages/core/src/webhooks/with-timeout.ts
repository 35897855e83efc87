import { MAX_TIMER_DELAY } from "../internal/timers.ts";

/** Result of work that timed out. */
export const TIMED_OUT = Symbol("timed out");

/** Waits for work up to a timeout in milliseconds, which can have passed already; the work itself continues. */
export async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T | typeof TIMED_OUT> {
  if (milliseconds > MAX_TIMER_DELAY) return work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<typeof TIMED_OUT>((resolve) => {
    timer = setTimeout(() => resolve(TIMED_OUT), Math.max(0, milliseconds));
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
