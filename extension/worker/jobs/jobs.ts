import type { Entry } from "../../lists/entry.ts";
import { hasEnded, type Job, type JobEstimate, type NewJob } from "../../lists/job.ts";
import type { Reason } from "../../lists/reason.ts";
import { UnavailableError } from "../lists/error-reason.ts";
import { estimateJob } from "./estimate.ts";
import type { JobDeps } from "./job-deps.ts";
import { createJobScheduler } from "./job-scheduler.ts";
import { createJobRecord, draftItems, draftUndoItems, type JobItemDraft } from "./new-job.ts";
import { endCancelled } from "./run-job.ts";
import { isAccountReason, isRunnable } from "./suspension.ts";

/** The bulk jobs of all accounts. One job runs at a time per account. */
export interface Jobs {
  /**
   * @returns the new job's id
   * @throws UnavailableError if there is nothing to do
   */
  readonly start: (request: NewJob) => Promise<string>;
  readonly estimate: (request: NewJob) => Promise<JobEstimate>;
  readonly pause: (id: string) => Promise<void>;
  readonly resume: (id: string) => Promise<void>;
  readonly cancel: (id: string) => Promise<void>;
  /**
   * Starts a job that restores what an ended job changed.
   * @returns the new job's id
   * @throws UnavailableError if the job has not ended, or changed nothing
   */
  readonly undo: (id: string) => Promise<string>;
  /** Resumes all unfinished jobs, after a worker start or when a wait is over. */
  readonly resumeAll: () => Promise<void>;
  /** Resumes jobs that wait for the network. */
  readonly wakeOffline: () => void;
  /** Resumes jobs that were paused because of the account's token. */
  readonly resumeAccount: (account: string) => Promise<void>;
  /** Stops an account's jobs until it can be used again. Resolves when none of its requests is in flight. */
  readonly suspendAccount: (account: string, reason: Reason) => Promise<void>;
  /** Pauses the jobs that use a control which is turned off. Their requests that are in flight are completed. */
  readonly pauseDisabled: () => Promise<void>;
  /** Resolves when no job is running. */
  readonly whenIdle: () => Promise<void>;
}

/**
 * The change that pauses a job, unless it is paused or ended already. A cancelled job only stops while its account
 * cannot be used; its items in progress are verified afterwards.
 */
function suspend(job: Job, reason: Reason): Partial<Job> {
  if (!isRunnable(job)) return {};
  if (job.state === "cancelling") return isAccountReason(reason) ? { reason, waiting: null } : {};
  return { state: job.state === "queued" ? "paused" : "pausing", reason };
}

/** @param readEntries reads the stored entries of an account */
export function createJobs(deps: JobDeps, readEntries: (account: string) => Promise<Entry[]>): Jobs {
  const { store, clock } = deps;
  const scheduler = createJobScheduler(deps);
  const { runAccount, whenIdle, wakeOffline } = scheduler;

  async function change(id: string, change: (job: Job) => Partial<Job>): Promise<Job | undefined> {
    const job = await store.change(id, change);
    if (!job) return undefined;
    deps.onJobChanged(job);
    if (job.state === "pausing" || job.state === "cancelling") scheduler.stop(job);
    return job;
  }

  async function changeEach(account: string, update: (job: Job) => Partial<Job>): Promise<void> {
    for (const { id } of await store.jobs(account)) await change(id, update);
  }

  async function addJob(
    details: Pick<Job, "account" | "undoOf" | "kind">,
    drafts: readonly JobItemDraft[],
  ): Promise<string> {
    if (drafts.length === 0) throw new UnavailableError({ kind: "nothing-to-do" });
    const [newest] = await store.jobs(details.account);
    // Jobs are ordered by their creation time, so it must be unique.
    const createdAt = Math.max(clock.now(), (newest?.createdAt ?? 0) + 1);
    const { job, items } = createJobRecord({ ...details, createdAt }, drafts);
    await store.create(job, items);
    deps.onJobChanged(job);
    runAccount(job.account);
    return job.id;
  }

  const draft = (request: NewJob, entries: readonly Entry[]): readonly JobItemDraft[] =>
    draftItems(request, new Map(entries.map((entry) => [entry.id, entry])));

  return {
    async start(request) {
      return addJob(
        { account: request.account, kind: request.action, undoOf: null },
        draft(request, await readEntries(request.account)),
      );
    },

    async estimate(request) {
      const { estimateSeconds } = await deps.connect(request.account);
      const jobsBefore = (await store.jobs(request.account)).filter(isRunnable);
      const entries = await readEntries(request.account);
      return estimateJob(draft(request, entries), {
        entries,
        others: jobsBefore,
        seconds: estimateSeconds,
        now: clock.now(),
      });
    },

    async pause(id) {
      await change(id, (job) => {
        if (hasEnded(job) || job.state === "cancelling" || job.state === "paused") return {};
        return { state: job.state === "queued" ? "paused" : "pausing", reason: null };
      });
    },

    async resume(id) {
      const job = await change(id, (job) => {
        if (job.state !== "paused") return {};
        const { reason } = job;
        const toleratedReasons =
          reason?.kind === "all-refused" && reason.cause
            ? [...job.toleratedReasons, reason.cause]
            : job.toleratedReasons;
        return { state: "queued", reason: null, toleratedReasons };
      });
      if (job) runAccount(job.account);
    },

    async cancel(id) {
      const job = await change(id, (job) => (hasEnded(job) ? {} : { state: "cancelling", reason: null }));
      if (job?.state !== "cancelling") return;
      if (scheduler.isRunning(job) || job.counts.inProgress > 0) runAccount(job.account);
      else await endCancelled(deps, id);
    },

    async undo(id) {
      const job = await store.job(id);
      if (!job || !hasEnded(job)) throw new UnavailableError({ kind: "nothing-to-do" });
      const { account, kind } = job;
      return addJob({ account, kind: "undo", undoOf: { id, kind } }, draftUndoItems(await store.items(id, "done")));
    },

    async resumeAll() {
      const runnable = (await store.jobs()).filter(isRunnable);
      for (const account of new Set(runnable.map(({ account }) => account))) runAccount(account);
    },

    wakeOffline,

    async resumeAccount(account) {
      await changeEach(account, ({ state, reason }) => {
        if (!reason || !isAccountReason(reason)) return {};
        if (state === "cancelling") return { reason: null };
        return state === "paused" ? { state: "queued", reason: null } : {};
      });
      runAccount(account);
    },

    async suspendAccount(account, reason) {
      await changeEach(account, (job) => suspend(job, reason));
      await whenIdle(account);
    },

    async pauseDisabled() {
      for (const { id, controls } of (await store.jobs()).filter(isRunnable)) {
        if (await deps.areControlsEnabled(controls)) continue;
        await change(id, (job) => suspend(job, { kind: "switched-off" }));
      }
    },

    whenIdle: () => whenIdle(),
  };
}
