import type { Entry } from "../../lists/entry.ts";
import type { Job, JobEstimate, NewJob } from "../../lists/job.ts";
import type { Reason } from "../../lists/reason.ts";
import { Unavailable } from "../lists/reason.ts";
import { estimateJob } from "./estimate.ts";
import { isOfAccount } from "./halt.ts";
import { newJob, undoing, type Wish, wishesOf } from "./new-job.ts";
import type { Parts } from "./parts.ts";
import { endCancelled } from "./run-job.ts";
import { hasEnded } from "./store.ts";
import { createTurns, isOpen } from "./turns.ts";

/** The bulk jobs of all accounts: one at a time for each. */
export interface Jobs {
  /** @returns the new job's id @throws Unavailable where there is nothing to do */
  readonly start: (asked: NewJob) => Promise<string>;
  readonly estimate: (asked: NewJob) => Promise<JobEstimate>;
  readonly pause: (id: string) => Promise<void>;
  readonly resume: (id: string) => Promise<void>;
  readonly cancel: (id: string) => Promise<void>;
  /** Brings back what a job that has ended has changed. @returns the id of the job that does it @throws Unavailable */
  readonly undo: (id: string) => Promise<string>;
  /** Goes on with whatever has not ended: after the worker's start, when a wait is over. */
  readonly wake: () => Promise<void>;
  /** The network is back. */
  readonly online: () => void;
  /** Goes on with what was paused for want of an account's token. */
  readonly accountReady: (account: string) => Promise<void>;
  /** Pauses what an account was to do. Resolves when nothing of it is under way. */
  readonly accountGone: (account: string, why: Reason) => Promise<void>;
  /** Resolves when nothing is at work. */
  readonly idle: () => Promise<void>;
}

/** @param entriesOf the entries of an account */
export function createJobs(parts: Parts, entriesOf: (account: string) => Promise<Entry[]>): Jobs {
  const { store, clock } = parts;
  const turns = createTurns(parts);
  const { advance, idle, online } = turns;

  async function change(id: string, change: (job: Job) => Partial<Job>): Promise<Job | undefined> {
    const job = await store.change(id, change);
    if (!job) return undefined;
    parts.changed(job);
    if (job.state === "pausing" || job.state === "cancelling") turns.stop(job);
    return job;
  }

  async function changeAll(account: string, each: (job: Job) => Partial<Job>): Promise<void> {
    for (const { id } of await store.jobs(account)) await change(id, each);
  }

  async function begin(about: Pick<Job, "account" | "undoes" | "kind">, wishes: readonly Wish[]): Promise<string> {
    if (wishes.length === 0) throw new Unavailable({ kind: "nothing to do" });
    const [newest] = await store.jobs(about.account);
    // Their order is told by when they were made.
    const createdAt = Math.max(clock.now(), (newest?.createdAt ?? 0) + 1);
    const { job, items } = newJob({ ...about, createdAt }, wishes);
    await store.create(job, items);
    parts.changed(job);
    advance(job.account);
    return job.id;
  }

  async function wishes(asked: NewJob): Promise<readonly Wish[]> {
    const entries = await entriesOf(asked.account);
    return wishesOf(asked, new Map(entries.map((entry) => [entry.id, entry])));
  }

  return {
    async start(asked) {
      return begin({ account: asked.account, kind: asked.action, undoes: null }, await wishes(asked));
    },

    async estimate(asked) {
      const { seconds } = await parts.connect(asked.account);
      const others = (await store.jobs(asked.account)).filter(isOpen);
      const entries = await entriesOf(asked.account);
      return estimateJob(await wishes(asked), { entries, others, seconds, now: clock.now() });
    },

    async pause(id) {
      await change(id, (job) => {
        if (hasEnded(job) || job.state === "cancelling" || job.state === "paused") return {};
        return { state: job.state === "queued" ? "paused" : "pausing", why: null };
      });
    },

    async resume(id) {
      const job = await change(id, (job) => {
        if (job.state !== "paused") return {};
        const { why } = job;
        const tolerates = why?.kind === "all refused" && why.of ? [...job.tolerates, why.of] : job.tolerates;
        return { state: "queued", why: null, tolerates };
      });
      if (job) advance(job.account);
    },

    async cancel(id) {
      const job = await change(id, (job) => (hasEnded(job) ? {} : { state: "cancelling", why: null }));
      if (job?.state !== "cancelling") return;
      if (turns.isAtWork(job) || job.counts.underWay > 0) advance(job.account);
      else await endCancelled(parts, id);
    },

    async undo(id) {
      const job = await store.job(id);
      if (!job || !hasEnded(job)) throw new Unavailable({ kind: "nothing to do" });
      const { account, kind } = job;
      return begin({ account, kind: "undo", undoes: { id, kind } }, undoing(await store.items(id, "done")));
    },

    async wake() {
      const open = (await store.jobs()).filter(isOpen);
      for (const account of new Set(open.map(({ account }) => account))) advance(account);
    },

    online,

    async accountReady(account) {
      await changeAll(account, ({ state, why }) => {
        return state === "paused" && why && isOfAccount(why) ? { state: "queued", why: null } : {};
      });
      advance(account);
    },

    async accountGone(account, why) {
      await changeAll(account, (job) => {
        if (!isOpen(job) || job.state === "cancelling") return {};
        return { state: job.state === "queued" ? "paused" : "pausing", why };
      });
      await idle(account);
    },

    idle: () => idle(),
  };
}
