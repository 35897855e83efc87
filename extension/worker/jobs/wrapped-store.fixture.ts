import type { JobStore } from "./job-store.ts";

/** Wraps an asynchronous function. */
export type AsyncWrapper = <Args extends unknown[], Result>(
  run: (...args: Args) => Promise<Result>,
) => (...args: Args) => Promise<Result>;

export function wrapStore(store: JobStore, wrap: AsyncWrapper): JobStore {
  return {
    create: wrap(store.create),
    job: wrap(store.job),
    jobs: wrap(store.jobs),
    items: wrap(store.items),
    entry: wrap(store.entry),
    change: wrap(store.change),
    move: wrap(store.move),
    skipNotStarted: wrap(store.skipNotStarted),
    deleteOldEnded: wrap(store.deleteOldEnded),
  };
}
