/**
 * What a promise brings, unless its caller gives up first.
 * @throws the signal's reason, once it is aborted
 */
export function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.finally(() => signal.removeEventListener("abort", abort)).then(resolve, reject);
  });
}
