import { setTimeout as realTime, setImmediate as turn } from "node:timers/promises";
import type { Clock } from "@forgehand/core";

/** Turns of the event loop in which nothing may be under way before time leaps. */
const QUIET_TURNS = 4;

/** Before time leaps further than so many milliseconds, so many real ones are waited for what a thread may be doing: signing. */
const FAR = 1000;
const FAR_PATIENCE = 80;

/** Real milliseconds to wait for what neither a timer nor a request brings: a signature, a delivery, a program. */
const PATIENCE = 2000;

/** A time that stands still while anything goes on, and leaps to the next timer where nothing does. Its I/O is real. */
export interface VirtualTime extends Clock {
  /** From now until what it gives settles, time does not pass. */
  readonly holding: <T>(act: () => Promise<T>) => Promise<T>;
  /** Lets time leap until what this begins has settled. @throws Error where it waits for something that never comes */
  readonly until: <T>(begin: () => Promise<T>) => Promise<T>;
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

export function createVirtualTime(start: Date): VirtualTime {
  let now = start.getTime();
  let underWay = 0;
  /** The latest first, so that the next one is the last. */
  const timers: Timer[] = [];

  function after(milliseconds: number, run: () => void): () => void {
    const timer = { at: now + Math.max(0, milliseconds), run };
    timers.splice(placeOf(timer.at), 0, timer);
    return () => {
      const index = timers.indexOf(timer);
      if (index >= 0) timers.splice(index, 1);
    };
  }

  /** Before all that are due at the same time: they go in the order in which they were set. */
  function placeOf(at: number): number {
    let [low, high] = [0, timers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((timers[middle]?.at ?? 0) > at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  async function quiet(): Promise<void> {
    for (let turns = 0; turns < QUIET_TURNS; turns++) {
      await turn();
      if (underWay > 0) turns = -1;
    }
  }

  async function holding<T>(act: () => Promise<T>): Promise<T> {
    underWay += 1;
    try {
      return await act();
    } finally {
      underWay -= 1;
    }
  }

  async function until<T>(begin: () => Promise<T>): Promise<T> {
    let isSettled = false;
    const result = begin().finally(() => {
      isSettled = true;
    });
    // It is looked at below; until then it is nobody's oversight.
    result.catch(() => undefined);
    for (let waited = 0; !isSettled && waited < PATIENCE; waited++) {
      await quiet();
      const next = timers.at(-1);
      if (!isSettled && next !== undefined && next.at - now > FAR) {
        await realTime(FAR_PATIENCE);
        await quiet();
        if (timers.at(-1) !== next) continue;
      }
      const due = isSettled ? undefined : timers.pop();
      if (due === undefined) {
        await realTime(1);
        continue;
      }
      now = Math.max(now, due.at);
      due.run();
      waited = 0;
    }
    if (!isSettled) throw new Error("Virtual time stands still: there is no timer, and nothing is under way.");
    return result;
  }

  return { now: () => now, after, holding, until };
}
