/** Concurrent calls of bulk work: the client's own concurrency, plus one that is queued. */
export const CONCURRENT_CALLS = 12;
