import type { JobItem } from "../../lists/job.ts";
import type { JobStore } from "./store.ts";

/** How many items are fetched at once. */
const BATCH = 120;

/** The items that are not begun, one after the other; each is given once in a round. */
export function lineOf(store: JobStore, job: string) {
  const given = new Set<number>();
  const waiting: JobItem[] = [];
  let fetching: Promise<void> | undefined;

  async function fetchMore(): Promise<void> {
    // Those that are given are not begun as long as they are looked at.
    const items = await store.items(job, "not begun", BATCH);
    waiting.push(...items.filter(({ index }) => !given.has(index)));
    fetching = undefined;
  }

  return {
    async take(): Promise<JobItem | undefined> {
      if (waiting.length === 0) {
        fetching ??= fetchMore();
        await fetching;
      }
      const item = waiting.shift();
      if (item) given.add(item.index);
      return item;
    },
    putBack: (item: JobItem) => void waiting.push(item),
  };
}
