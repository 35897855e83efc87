import { install } from "@sinonjs/fake-timers";

const realSetTimeout = globalThis.setTimeout;

/** Real milliseconds to wait for what neither a timer nor a turn of the event loop brings. */
const PATIENCE = 1000;

/**
 * Runs something in virtual time, which leaps to the next timer as soon as nothing else is left to do.
 * @returns what it returns
 * @throws Error where it waits for something that no timer brings
 */
export async function inVirtualTime<T>(
  run: () => Promise<T>,
  start: Date = new Date("2026-01-01T00:00:00Z"),
): Promise<T> {
  const clock = install({
    now: start,
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
  });
  try {
    let isSettled = false;
    const result = run().finally(() => {
      isSettled = true;
    });
    // It is looked at below; until then it is nobody's oversight.
    result.catch(() => undefined);
    for (let idle = 0; idle < PATIENCE; idle++) {
      await turn();
      while (!isSettled && clock.countTimers() > 0) {
        clock.next();
        await turn();
        idle = 0;
      }
      if (isSettled) return await result;
      await realMillisecond();
    }
    throw new Error("Virtual time stands still: there is no timer, and the run has not settled.");
  } finally {
    clock.uninstall();
  }
}

/** The event loop runs once, and with it every promise that needs no timer. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function realMillisecond(): Promise<void> {
  return new Promise((resolve) => realSetTimeout(resolve, 1));
}
