/** Size of a bucket of tokens, and how fast it refills. */
export interface BucketLimit {
  readonly capacity: number;
  readonly perSecond: number;
}

/** A token bucket. Times are those of a monotonic clock, in milliseconds. */
export interface TokenBucket {
  /** Returns the time until `count` tokens are available; 0 if they are. */
  waitFor(count: number, now: number): number;
  take(count: number, now: number): void;
  isFull(now: number): boolean;
}

/** Creates a full bucket. */
export function createTokenBucket({ capacity, perSecond }: BucketLimit): TokenBucket {
  let tokens = capacity;
  let refilledAt: number | undefined;
  const refill = (now: number) => {
    if (refilledAt !== undefined) tokens = Math.min(capacity, tokens + ((now - refilledAt) / 1000) * perSecond);
    refilledAt = now;
    return tokens;
  };
  return {
    waitFor: (count, now) => Math.max(0, ((count - refill(now)) / perSecond) * 1000),
    take(count, now) {
      tokens = refill(now) - count;
    },
    isFull: (now) => refill(now) === capacity,
  };
}
