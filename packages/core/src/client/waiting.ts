import type { Clock } from "./clock.ts";

const heard = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Runs something once a signal is aborted. However many wait for one signal, it has one listener: platforms warn of many.
 * @returns what takes it back
 */
export function onAbort(signal: AbortSignal | undefined, run: () => void): () => void {
  if (!signal) return () => {};
  const waiting = heard.get(signal) ?? new Set();
  if (waiting.size === 0) {
    heard.set(signal, waiting);
    const tell = () => {
      for (const one of [...waiting]) one();
    };
    signal.addEventListener("abort", tell, { once: true });
    stop.set(waiting, () => signal.removeEventListener("abort", tell));
  }
  // Each its own, though one function may be given twice.
  const one = () => run();
  waiting.add(one);
  return () => {
    waiting.delete(one);
    if (waiting.size === 0) stop.get(waiting)?.();
  };
}

const stop = new WeakMap<Set<() => void>, () => void>();

/**
 * What a promise brings, unless its caller gives up first.
 * @throws the signal's reason, once it is aborted
 */
export function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, () => reject(signal.reason));
    if (signal.aborted) reject(signal.reason);
    promise.finally(forget).then(resolve, reject);
  });
}

/** What a promise brings, or something else where it takes too long or fails. */
export function patiently<Value, Other>(
  promise: Promise<Value>,
  milliseconds: number,
  other: Other,
  clock: Clock,
): Promise<Value | Other> {
  return new Promise((resolve) => {
    const cancel = clock.after(milliseconds, () => resolve(other));
    promise.finally(cancel).then(resolve, () => resolve(other));
  });
}

/**
 * Waits.
 * @throws the signal's reason, once it is aborted
 */
export function sleep(clock: Clock, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const forget = onAbort(signal, () => {
      cancel();
      forget();
      reject(signal?.reason);
    });
    const cancel = clock.after(milliseconds, () => {
      forget();
      resolve();
    });
  });
}
