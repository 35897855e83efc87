import type { Clock } from "@forgehand/core";
import type { Wrap } from "./watched-store.fixture.ts";

/** Turns of the event loop in which nothing happens, before nothing is taken to be under way. */
const QUIET = 5;

/** Real milliseconds after which a test's work is taken to hang. */
const PATIENCE = 10_000;

/** Time that stands still while anything is on its way, and jumps to the next timer while everybody waits. */
export interface Time {
  readonly clock: Clock;
  /** The platform's own, watched. */
  readonly fetch: typeof globalThis.fetch;
  /** Watches a function: time stands still while it is under way. */
  readonly watched: Wrap;
  /** Lets time pass until the work is done. @returns how many milliseconds that took */
  readonly until: (work: Promise<unknown>) => Promise<number>;
}

export function createTime(start: number = Date.UTC(2026, 6, 15)): Time {
  let now = start;
  let underWay = 0;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  const quiet = async () => {
    for (let turns = 0; turns < QUIET; turns++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (underWay > 0) turns = -1;
    }
  };
  function watched<Given extends unknown[], Brought>(act: (...given: Given) => Promise<Brought>) {
    return async (...given: Given): Promise<Brought> => {
      underWay++;
      try {
        return await act(...given);
      } finally {
        underWay--;
      }
    };
  }
  return {
    clock: {
      now: () => now,
      after(milliseconds, run) {
        const timer = { at: now + milliseconds, run };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
    fetch: watched((...request: Parameters<typeof fetch>) => fetch(...request)),
    watched,
    async until(work) {
      const began = now;
      let isDone = false;
      const finished = work.finally(() => {
        isDone = true;
      });
      finished.catch(() => undefined);
      const patience = performance.now() + PATIENCE;
      while (!isDone) {
        if (performance.now() > patience)
          throw new Error(`It goes on for ever: ${timers.size} timers, ${underWay} calls.`);
        await quiet();
        const next = [...timers].toSorted((a, b) => a.at - b.at)[0];
        if (isDone || !next) continue;
        now = Math.max(now, next.at);
        timers.delete(next);
        next.run();
      }
      await finished;
      return now - began;
    },
  };
}
