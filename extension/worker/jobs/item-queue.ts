import type { JobItem } from "../../lists/job.ts";
import type { JobStore } from "./job-store.ts";

const BATCH_SIZE = 120;

/** Queue of a job's items that are not started. It returns each item once per round. */
export function createItemQueue(store: JobStore, job: string) {
  const taken = new Set<number>();
  const buffer: JobItem[] = [];
  let fetching: Promise<void> | undefined;

  async function fetchMore(): Promise<void> {
    // Items that are being read are still stored as not started.
    const items = await store.items(job, "not-started", BATCH_SIZE);
    buffer.push(...items.filter(({ index }) => !taken.has(index)));
    fetching = undefined;
  }

  return {
    async take(): Promise<JobItem | undefined> {
      if (buffer.length === 0) {
        fetching ??= fetchMore();
        await fetching;
      }
      const item = buffer.shift();
      if (item) taken.add(item.index);
      return item;
    },
    putBack: (item: JobItem) => void buffer.push(item),
  };
}
