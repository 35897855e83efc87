import type { JobStore } from "./store.ts";

/** Wraps a function: so that it is known to be under way, or can die. */
export type Wrap = <Given extends unknown[], Brought>(
  act: (...given: Given) => Promise<Brought>,
) => (...given: Given) => Promise<Brought>;

/** A store whose reading and writing is wrapped. */
export function wrappedStore(store: JobStore, wrap: Wrap): JobStore {
  return {
    create: wrap(store.create),
    job: wrap(store.job),
    jobs: wrap(store.jobs),
    items: wrap(store.items),
    entry: wrap(store.entry),
    change: wrap(store.change),
    move: wrap(store.move),
    skipRest: wrap(store.skipRest),
    forgetOld: wrap(store.forgetOld),
  };
}
