import type { Clock } from "./clock.ts";

const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Runs a function when a signal is aborted. Each signal gets a single listener, because platforms warn about many.
 * @returns a function that removes the callback
 */
export function onAbort(signal: AbortSignal | undefined, run: () => void): () => void {
  if (!signal) return () => {};
  const callbacks = listeners.get(signal) ?? new Set();
  if (callbacks.size === 0) {
    listeners.set(signal, callbacks);
    const notifyAll = () => {
      for (const callback of [...callbacks]) callback();
    };
    signal.addEventListener("abort", notifyAll, { once: true });
    unsubscribers.set(callbacks, () => signal.removeEventListener("abort", notifyAll));
  }
  // A new function each time, since the same one can be passed twice.
  const callback = () => run();
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size === 0) unsubscribers.get(callbacks)?.();
  };
}

const unsubscribers = new WeakMap<Set<() => void>, () => void>();

/**
 * Waits for a promise until the signal is aborted.
 * @throws the signal's reason once it is aborted
 */
export function abortable<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const removeListener = onAbort(signal, () => reject(signal.reason));
    if (signal.aborted) reject(signal.reason);
    promise.finally(removeListener).then(resolve, reject);
  });
}

/** Waits for a promise; returns the fallback if it fails or takes too long. */
export function withTimeout<Value, Fallback>(
  promise: Promise<Value>,
  milliseconds: number,
  fallback: Fallback,
  clock: Clock,
): Promise<Value | Fallback> {
  return new Promise((resolve) => {
    const cancel = clock.after(milliseconds, () => resolve(fallback));
    promise.finally(cancel).then(resolve, () => resolve(fallback));
  });
}
