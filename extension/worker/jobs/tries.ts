import type { JobItem } from "../../lists/job.ts";

/** An item that the forge fails at this often is given up: with something else going well in between, and without. */
const MOST = 3;
const MOST_ALONE = 8;

/** How often the forge has failed at items. */
export interface Tries {
  /** Notes that something went well. */
  readonly succeeded: () => void;
  /** Notes that the forge failed at an item. @returns whether that was once too often */
  readonly failed: (item: JobItem) => boolean;
}

export function createTries(): Tries {
  const failures = new Map<number, { readonly times: number; readonly successes: number }>();
  let successes = 0;
  return {
    succeeded() {
      successes++;
    },
    failed({ index }) {
      const last = failures.get(index);
      const times = (last?.times ?? 0) + 1;
      failures.set(index, { times, successes });
      const wentOtherwise = last !== undefined && successes > last.successes;
      return times >= MOST_ALONE || (times >= MOST && wentOtherwise);
    },
  };
}
