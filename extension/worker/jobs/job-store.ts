import { keyPrefixRange, type ListsDatabase } from "../../lists/database.ts";
import type { Entry } from "../../lists/entry.ts";
import { hasEnded, type ItemState, type Job, type JobCounts, type JobItem } from "../../lists/job.ts";
import { readItems, readJobs } from "../../lists/read-lists.ts";
import type { WantedState } from "../../lists/wanted-state.ts";
import { beginWrite, findEntry, updateEntryState } from "../lists/entries.ts";

/** A repository's state and when it was read. */
export interface ObservedState {
  readonly state: WantedState;
  readonly at: number;
}

/** Changes that are stored together with moved items. */
export interface MoveOptions {
  /** The state that was read of the items' repositories. */
  readonly observed?: ObservedState | undefined;
  /** Further changes of the job, computed from its new counts. */
  readonly updateJob?: (job: Job) => Partial<Job>;
}

/** Stores jobs and their items. Each function is one transaction. */
export interface JobStore {
  /** Stores a new job and links it from the job that it undoes. */
  readonly create: (job: Job, items: readonly JobItem[]) => Promise<void>;
  readonly job: (id: string) => Promise<Job | undefined>;
  readonly jobs: (account?: string) => Promise<Job[]>;
  readonly items: (job: string, state?: ItemState, count?: number) => Promise<JobItem[]>;
  /** The stored entry of an item's repository. */
  readonly entry: (account: string, item: JobItem) => Promise<Entry | undefined>;
  /**
   * Changes a job.
   * @returns undefined if the job does not exist
   */
  readonly change: (id: string, change: (job: Job) => Partial<Job>) => Promise<Job | undefined>;
  /** Stores items in their new states and updates the job's counts. */
  readonly move: (items: readonly JobItem[], options?: MoveOptions) => Promise<Job | undefined>;
  /** Marks all items that are not started as skipped. */
  readonly skipNotStarted: (id: string) => Promise<Job | undefined>;
  /**
   * Deletes an account's ended jobs except the newest ones.
   * @param limit number of ended jobs to keep
   */
  readonly deleteOldEnded: (account: string, limit: number) => Promise<void>;
}

const COUNT_BY_STATE: Readonly<Record<ItemState, keyof JobCounts>> = {
  "not-started": "notStarted",
  "in-progress": "inProgress",
  done: "done",
  already: "already",
  failed: "failed",
  skipped: "skipped",
};

/** Creates the store in the browser's database. */
export function createJobStore(lists: ListsDatabase): JobStore {
  return {
    async create(job, items) {
      const transaction = lists.transaction(["jobs", "items"], "readwrite");
      const [jobStore, itemStore] = [transaction.objectStore("jobs"), transaction.objectStore("items")];
      const undone = job.undoOf && (await jobStore.get(job.undoOf.id));
      if (undone) await jobStore.put({ ...undone, undoneBy: job.id });
      await Promise.all([jobStore.put(job), ...items.map((item) => itemStore.put(item))]);
      await transaction.done;
    },

    job: (id) => lists.get("jobs", id),
    jobs: (account) => readJobs(lists, account),
    items: (job, state, count) => readItems(lists, job, state, count),
    entry: (account, item) => findEntry(lists, account, item),

    async change(id, change) {
      const transaction = lists.transaction("jobs", "readwrite");
      const job = await transaction.store.get(id);
      const changed = job && { ...job, ...change(job) };
      if (changed) await transaction.store.put(changed);
      await transaction.done;
      return changed;
    },

    async move(moved, { observed, updateJob } = {}) {
      const [first] = moved;
      if (!first) return undefined;
      const transaction = beginWrite(lists);
      const items = transaction.objectStore("items");
      const job = await transaction.objectStore("jobs").get(first.job);
      // The job was deleted in the meantime.
      if (!job) return undefined;
      const counts = { ...job.counts };
      for (const item of moved) {
        const before = await items.get([item.job, item.index]);
        if (!before) continue;
        counts[COUNT_BY_STATE[before.state]] -= 1;
        counts[COUNT_BY_STATE[item.state]] += 1;
        await items.put(item);
        if (observed) await updateEntryState(transaction, job.account, item, observed);
      }
      const counted = { ...job, counts };
      const changed = { ...counted, ...updateJob?.(counted) };
      await transaction.objectStore("jobs").put(changed);
      await transaction.done;
      return changed;
    },

    async skipNotStarted(id) {
      const transaction = lists.transaction(["jobs", "items"], "readwrite");
      const job = await transaction.objectStore("jobs").get(id);
      if (!job) return undefined;
      let cursor = await transaction.objectStore("items").index("state").openCursor([id, "not-started"]);
      let skipped = 0;
      for (; cursor; cursor = await cursor.continue(), skipped++)
        await cursor.update({ ...cursor.value, state: "skipped" });
      const counts = {
        ...job.counts,
        notStarted: job.counts.notStarted - skipped,
        skipped: job.counts.skipped + skipped,
      };
      const changed = { ...job, counts };
      await transaction.objectStore("jobs").put(changed);
      await transaction.done;
      return changed;
    },

    async deleteOldEnded(account, limit) {
      const ended = (await readJobs(lists, account)).filter(hasEnded);
      for (const { id } of ended.slice(limit)) {
        const transaction = lists.transaction(["jobs", "items"], "readwrite");
        await transaction.objectStore("jobs").delete(id);
        await transaction.objectStore("items").delete(keyPrefixRange(id));
        await transaction.done;
      }
    },
  };
}
