import { systemClock } from "../client/clock.ts";

/** Milliseconds until the first retry; the delay doubles up to the longest one. */
const FIRST_DELAY = 1;
const LONGEST_DELAY = 100;

/** Milliseconds for which waiting calls are run without a pause. */
const LONGEST_TURN = 10;

/** SQLite's result code while another connection has locked the database; extended codes have it in their last byte. */
const SQLITE_BUSY = 5;

/**
 * Runs a call of SQLite, immediately if the database isn't locked.
 * @param signal ends the wait for a lock; the call is then not run
 */
export type RunUnlocked = <T>(call: () => T, signal: AbortSignal | undefined) => T | Promise<T>;

/**
 * Lets calls wait in order while another connection has locked the database. SQLite's own `busy_timeout` would block
 * the whole process meanwhile.
 */
export function createLockQueue(): RunUnlocked {
  /** Attempts of calls; they return false while the database is locked. */
  const waiting = new Set<() => boolean>();
  let delay = FIRST_DELAY;
  let cancelRetry: (() => void) | undefined;

  function retryAfter(milliseconds: number): void {
    cancelRetry = systemClock.after(milliseconds, retry);
  }

  /** Runs waiting calls, for a short time each turn, so that many of them don't block the process. */
  function retry(): void {
    cancelRetry = undefined;
    const startedAt = systemClock.monotonic();
    for (const attempt of waiting) {
      if (systemClock.monotonic() - startedAt > LONGEST_TURN) {
        retryAfter(0);
        return;
      }
      if (!attempt()) {
        delay = Math.min(2 * delay, LONGEST_DELAY);
        retryAfter(delay);
        return;
      }
      waiting.delete(attempt);
      delay = FIRST_DELAY;
    }
  }

  function wait<T>(call: () => T, signal: AbortSignal | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(attempt);
        reject(signal?.reason);
        if (waiting.size > 0) return;
        cancelRetry?.();
        cancelRetry = undefined;
      };
      const attempt = () => {
        try {
          resolve(call());
        } catch (error) {
          if (isLocked(error)) return false;
          reject(error);
        }
        signal?.removeEventListener("abort", giveUp);
        return true;
      };
      signal?.addEventListener("abort", giveUp);
      waiting.add(attempt);
      if (!cancelRetry) retryAfter(delay);
    });
  }

  return (call, signal) => {
    signal?.throwIfAborted();
    if (waiting.size > 0) return wait(call, signal);
    try {
      return call();
    } catch (error) {
      if (!isLocked(error)) throw error;
      return wait(call, signal);
    }
  };
}

/** Returns true if an error says that another connection has locked the database. */
export function isLocked(error: unknown): boolean {
  return (
    error instanceof Error &&
    "errcode" in error &&
    typeof error.errcode === "number" &&
    (error.errcode & 0xff) === SQLITE_BUSY
  );
}
