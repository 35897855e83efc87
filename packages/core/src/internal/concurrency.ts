/**
 * Runs `work` on each item, at most `limit` at the same time. After an error, or once `signal` is aborted, no further
 * item is started; those that are running are awaited.
 * @throws the first error of `work` or of the iterator; nothing on an abort
 */
export async function forEachConcurrently<T>(
  items: Iterable<T> | AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let hasFailed = false;
  const run = async () => {
    while (!hasFailed && !signal?.aborted) {
      try {
        const next = await iterator.next();
        if (next.done) return;
        await work(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: limit }, run));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
