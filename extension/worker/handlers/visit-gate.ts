import { type BucketLimit, createTokenBucket } from "./token-bucket.ts";

/** Visits whose lookups start immediately. More than a user makes, who also reads the pages. */
const IMMEDIATE_VISITS: BucketLimit = { capacity: 2, perSecond: 0.2 };

/** Time for which a tab must stay on a page before its lookups start, if it has changed pages often, in milliseconds. */
const SETTLE_TIME = 400;

/** Delays the lookups of a tab that changes its page faster than a user does. */
export interface VisitGate {
  /**
   * Reports the page that the tab shows.
   * @param now time of a monotonic clock, in milliseconds
   * @returns whether its lookups can start, once that is known: false if the tab has left the page in the meantime
   */
  visit(page: string, now: number): Promise<boolean>;
  /** Whether the gate behaves like a new one. */
  isIdle(now: number): boolean;
}

/** Creates the gate of one tab's document. */
export function createVisitGate(): VisitGate {
  const bucket = createTokenBucket(IMMEDIATE_VISITS);
  let current: { readonly page: string; readonly admitted: Promise<boolean>; readonly leave: () => void } | undefined;

  function settle(page: string): NonNullable<typeof current> {
    const { promise: admitted, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(true), SETTLE_TIME);
    const leave = () => {
      clearTimeout(timer);
      resolve(false);
    };
    return { page, admitted, leave };
  }

  return {
    visit(page, now) {
      if (current?.page === page) return current.admitted;
      current?.leave();
      if (bucket.waitFor(1, now) > 0) {
        current = settle(page);
      } else {
        bucket.take(1, now);
        current = { page, admitted: Promise.resolve(true), leave: () => undefined };
      }
      return current.admitted;
    },
    isIdle: (now) => bucket.isFull(now),
  };
}
