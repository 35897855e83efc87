import { install } from "@sinonjs/fake-timers";
import type { AsyncWrapper } from "../../../extension/worker/jobs/wrapped-store.fixture.ts";

/** Idle turns of the event loop before virtual time jumps to the next timer. */
const IDLE_TURNS = 3;

/**
 * Runs a function in virtual time, which jumps to the next timer once nothing else is pending. Database operations take
 * many turns of the event loop without setting timers, so time does not advance while one is pending.
 * @param run receives a wrapper that tracks an asynchronous function of the database
 */
export async function withVirtualTime<T>(run: (wrap: AsyncWrapper) => Promise<T>): Promise<T> {
  const clock = install({
    now: new Date("2026-01-01T00:00:00Z"),
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
  });
  let pending = 0;
  const wrap: AsyncWrapper =
    (operation) =>
    async (...args) => {
      pending++;
      try {
        return await operation(...args);
      } finally {
        pending--;
      }
    };
  try {
    let isSettled = false;
    const result = run(wrap).finally(() => {
      isSettled = true;
    });
    // Avoids an unhandled rejection; the result is awaited below.
    result.catch(() => undefined);
    while (!isSettled) {
      for (let idleTurns = 0; idleTurns < IDLE_TURNS; idleTurns++) {
        await new Promise((resolve) => setImmediate(resolve));
        if (pending > 0) idleTurns = -1;
      }
      if (!isSettled) clock.next();
    }
    return await result;
  } finally {
    clock.uninstall();
  }
}
