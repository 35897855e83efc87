import type { JobItem } from "../../lists/job.ts";

/** Server failures after which an item is given up: if other items have succeeded in the meantime, and if none has. */
const MAX_FAILURES = 3;
const MAX_FAILURES_WITHOUT_SUCCESS = 8;

/** Limits how often an item is attempted while the server fails. */
export interface AttemptLimit {
  /** Records that an item succeeded. */
  readonly recordSuccess: () => void;
  /**
   * Records a server failure of an item.
   * @returns whether the item should be given up
   */
  readonly recordFailure: (item: JobItem) => boolean;
}

export function createAttemptLimit(): AttemptLimit {
  const failures = new Map<number, { readonly times: number; readonly successes: number }>();
  let successes = 0;
  return {
    recordSuccess() {
      successes++;
    },
    recordFailure({ index }) {
      const previous = failures.get(index);
      const times = (previous?.times ?? 0) + 1;
      failures.set(index, { times, successes });
      const hasOtherSuccess = previous !== undefined && successes > previous.successes;
      return times >= MAX_FAILURES_WITHOUT_SUCCESS || (times >= MAX_FAILURES && hasOtherSuccess);
    },
  };
}
