import { install } from "@sinonjs/fake-timers";
import type { AsyncWrapper } from "../../../extension/worker/jobs/wrapped-store.fixture.ts";

/** Turns of the event loop in which nothing happens, before the time leaps. */
const QUIET = 3;

/**
 * Runs something in virtual time, which leaps to the next timer as soon as nothing is left to do. A database takes many
 * turns of the event loop and sets no timer: time stands still while it is at work.
 * @param run gets what watches a function of the database
 */
export async function inWatchedTime<T>(run: (watched: AsyncWrapper) => Promise<T>): Promise<T> {
  const clock = install({
    now: new Date("2026-01-01T00:00:00Z"),
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
  });
  let underWay = 0;
  const watched: AsyncWrapper =
    (act) =>
    async (...given) => {
      underWay++;
      try {
        return await act(...given);
      } finally {
        underWay--;
      }
    };
  try {
    let isSettled = false;
    const result = run(watched).finally(() => {
      isSettled = true;
    });
    // It is looked at below; until then it is nobody's oversight.
    result.catch(() => undefined);
    while (!isSettled) {
      for (let turns = 0; turns < QUIET; turns++) {
        await new Promise((resolve) => setImmediate(resolve));
        if (underWay > 0) turns = -1;
      }
      if (!isSettled) clock.next();
    }
    return await result;
  } finally {
    clock.uninstall();
  }
}
