import { beginningWith, type Lists } from "../../lists/database.ts";
import type { Entry } from "../../lists/entry.ts";
import type { ItemState, Job, JobCounts, JobItem } from "../../lists/job.ts";
import { readItems, readJobs } from "../../lists/read.ts";
import type { Wanted } from "../../lists/wanted.ts";
import { findEntry, noteSeen } from "../lists/entries.ts";
import { writing } from "../lists/transaction.ts";

/** What was seen of a repository just now. */
export interface Seen {
  readonly state: Wanted;
  readonly at: number;
}

/** What is written down together with items that move. */
export interface Moving {
  /** What was seen of their repositories. */
  readonly seen?: Seen | undefined;
  /** What changes of their job, once they are counted. */
  readonly progress?: (job: Job) => Partial<Job>;
}

/** Where jobs are written down. Each function does all of what it does, or nothing. */
export interface JobStore {
  /** A new job; one that it undoes knows of it. */
  readonly create: (job: Job, items: readonly JobItem[]) => Promise<void>;
  readonly job: (id: string) => Promise<Job | undefined>;
  readonly jobs: (account?: string) => Promise<Job[]>;
  readonly items: (job: string, state?: ItemState, count?: number) => Promise<JobItem[]>;
  /** What is known of an item's repository. */
  readonly entry: (account: string, item: JobItem) => Promise<Entry | undefined>;
  /** Changes a job. @returns undefined where there is none any more */
  readonly change: (id: string, change: (job: Job) => Partial<Job>) => Promise<Job | undefined>;
  /** Moves items to where they now stand, with what was seen of them, and their job's counts along. */
  readonly move: (items: readonly JobItem[], more?: Moving) => Promise<Job | undefined>;
  /** Whatever was not begun never will be. */
  readonly skipRest: (id: string) => Promise<Job | undefined>;
  /** Keeps an account's newest jobs that have ended, and all others. */
  readonly forgetOld: (account: string, keep: number) => Promise<void>;
}

const COUNTED: Readonly<Record<ItemState, keyof JobCounts>> = {
  "not begun": "notBegun",
  "under way": "underWay",
  done: "done",
  already: "already",
  failed: "failed",
  skipped: "skipped",
};

/** Has a job come to its end? */
export function hasEnded({ state }: Job): boolean {
  return state === "done" || state === "cancelled";
}

/** How many items of a job have ended. */
export function endedIn({ done, already, failed, skipped }: JobCounts): number {
  return done + already + failed + skipped;
}

/** Jobs in the browser's database. */
export function jobStore(lists: Lists): JobStore {
  return {
    async create(job, items) {
      const transaction = lists.transaction(["jobs", "items"], "readwrite");
      const [jobs, kept] = [transaction.objectStore("jobs"), transaction.objectStore("items")];
      const undone = job.undoes && (await jobs.get(job.undoes.id));
      if (undone) await jobs.put({ ...undone, undoneBy: job.id });
      await Promise.all([jobs.put(job), ...items.map((item) => kept.put(item))]);
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

    async move(moved, { seen, progress } = {}) {
      const [first] = moved;
      if (!first) return undefined;
      const transaction = writing(lists);
      const items = transaction.objectStore("items");
      const job = await transaction.objectStore("jobs").get(first.job);
      // Taken away meanwhile, with all that there was.
      if (!job) return undefined;
      const counts = { ...job.counts };
      for (const item of moved) {
        const before = await items.get([item.job, item.index]);
        if (!before) continue;
        counts[COUNTED[before.state]] -= 1;
        counts[COUNTED[item.state]] += 1;
        await items.put(item);
        if (seen) await noteSeen(transaction, job.account, item, seen);
      }
      const counted = { ...job, counts };
      const changed = { ...counted, ...progress?.(counted) };
      await transaction.objectStore("jobs").put(changed);
      await transaction.done;
      return changed;
    },

    async skipRest(id) {
      const transaction = lists.transaction(["jobs", "items"], "readwrite");
      const job = await transaction.objectStore("jobs").get(id);
      if (!job) return undefined;
      let cursor = await transaction.objectStore("items").index("state").openCursor([id, "not begun"]);
      let skipped = 0;
      for (; cursor; cursor = await cursor.continue(), skipped++)
        await cursor.update({ ...cursor.value, state: "skipped" });
      const counts = { ...job.counts, notBegun: job.counts.notBegun - skipped, skipped: job.counts.skipped + skipped };
      const changed = { ...job, counts };
      await transaction.objectStore("jobs").put(changed);
      await transaction.done;
      return changed;
    },

    async forgetOld(account, keep) {
      const ended = (await readJobs(lists, account)).filter(hasEnded);
      for (const { id } of ended.slice(keep)) {
        const transaction = lists.transaction(["jobs", "items"], "readwrite");
        await transaction.objectStore("jobs").delete(id);
        await transaction.objectStore("items").delete(beginningWith(id));
        await transaction.done;
      }
    },
  };
}
