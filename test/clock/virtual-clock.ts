import { setTimeout as realSleep, setImmediate as turn } from "node:timers/promises";
import type { Clock } from "@forgehand/core";
import { preload } from "@forgehand/core/preload";

// Loading a module takes real time, during which virtual time would pass.
await preload();

// Read before tests replace the global.
const realNow = performance.now.bind(performance);

/** Turns of the event loop without a held call after which nothing is considered in flight. */
const QUIET_TURNS = 4;

/** Real milliseconds without a timer or a held call after which a run is reported as stuck. */
const STUCK_TIMEOUT = 20_000;

/** A clock that advances only when a test advances it. I/O is real, but a slow machine doesn't make its time pass. */
export interface VirtualClock extends Clock {
  /** Resolves after that many milliseconds on this clock. */
  sleep(milliseconds: number): Promise<void>;
  pendingTimers(): number;
  /** Sets the wall clock forward, or back if negative. Timers and the monotonic time are not affected. */
  shiftWallClock(milliseconds: number): void;
  /** Advances the time and runs the timers that come due, in order, including those that are set meanwhile. */
  advance(milliseconds: number): Promise<void>;
  /** Wraps a function so that time does not pass during its calls. Used for requests and storage. */
  hold<Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>): (...args: Args) => Promise<Result>;
  /**
   * Jumps from timer to timer until a promise settles, and settles with it.
   * @throws Error if nothing is left that could settle the promise
   */
  runUntil<T>(work: Promise<T>): Promise<T>;
}

/** Options of {@link createVirtualClock}. */
export interface VirtualClockOptions {
  /** Initial time in milliseconds since 1970; default 2026-01-01. */
  readonly start?: number;
  /** Runs before each jump of {@link VirtualClock.runUntil}. Waits for work that no held call covers. */
  readonly beforeJump?: (milliseconds: number) => Promise<void> | undefined;
  /** Real milliseconds after which a run without progress is reported as stuck; default 20,000. */
  readonly stuckTimeout?: number;
  /** Turns of the event loop without a held call before time advances; default 4. Work without I/O needs only one. */
  readonly quietTurns?: number;
}

interface VirtualTimer {
  readonly at: number;
  readonly run: () => void;
}

/** Monotonic time at the start, far from any wall-clock time, so that mixing up the two is noticed. */
const MONOTONIC_START = 1000;

/** Creates a clock whose time changes only when it is advanced. */
export function createVirtualClock(options: VirtualClockOptions = {}): VirtualClock {
  const { start = Date.UTC(2026, 0, 1), beforeJump, stuckTimeout = STUCK_TIMEOUT, quietTurns = QUIET_TURNS } = options;
  let now = MONOTONIC_START;
  /** Difference between wall clock and monotonic time. */
  let wallOffset = start - MONOTONIC_START;
  let heldCalls = 0;
  /** Sorted with the latest first, so that the next timer is the last element. */
  const timers: VirtualTimer[] = [];

  function after(milliseconds: number, run: () => void): () => void {
    const timer = { at: now + Math.max(0, milliseconds), run };
    // Timers with the same due time run in the order in which they were set.
    let [low, high] = [0, timers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((timers[middle]?.at ?? 0) > timer.at) low = middle + 1;
      else high = middle;
    }
    timers.splice(low, 0, timer);
    return () => {
      const index = timers.indexOf(timer);
      if (index >= 0) timers.splice(index, 1);
    };
  }

  /** Waits until all work that needs no time is done. */
  async function settle(): Promise<void> {
    for (let turns = 0; turns < quietTurns; turns++) {
      await turn();
      if (heldCalls > 0) turns = -1;
    }
  }

  function runNext(): void {
    const next = timers.pop();
    if (next === undefined) return;
    now = Math.max(now, next.at);
    next.run();
  }

  async function advance(milliseconds: number): Promise<void> {
    const end = now + milliseconds;
    await settle();
    for (let next = timers.at(-1); next !== undefined && next.at <= end; next = timers.at(-1)) {
      runNext();
      await settle();
    }
    now = end;
  }

  function hold<Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) {
    return async (...args: Args): Promise<Result> => {
      heldCalls += 1;
      try {
        return await work(...args);
      } finally {
        heldCalls -= 1;
      }
    };
  }

  async function runUntil<T>(work: Promise<T>): Promise<T> {
    let isSettled = false;
    const end = () => {
      isSettled = true;
    };
    work.then(end, end);
    for (let stuckSince = realNow(); !isSettled; ) {
      await settle();
      const next = timers.at(-1);
      if (isSettled) break;
      if (next === undefined) {
        if (realNow() - stuckSince > stuckTimeout)
          throw new Error(
            "The virtual clock is stuck: no timer is set, no held call is in flight, and the work has not ended.",
          );
        await realSleep(1);
        continue;
      }
      await beforeJump?.(next.at - now);
      if (timers.at(-1) !== next) continue;
      runNext();
      stuckSince = realNow();
    }
    return work;
  }

  return {
    now: () => now + wallOffset,
    monotonic: () => now,
    after,
    sleep: (milliseconds) => new Promise((resolve) => after(milliseconds, resolve)),
    pendingTimers: () => timers.length,
    shiftWallClock(milliseconds) {
      wallOffset += milliseconds;
    },
    advance,
    hold,
    runUntil,
  };
}
