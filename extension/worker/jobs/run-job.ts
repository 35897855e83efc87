import { countEnded, hasEnded, type Job } from "../../lists/job.ts";
import { type Reason, remainingWait } from "../../lists/reason.ts";
import { toReason } from "../lists/error-reason.ts";
import { createAttemptLimit } from "./attempt-limit.ts";
import { createCircuitBreaker } from "./circuit-breaker.ts";
import { estimateEnd } from "./eta.ts";
import type { JobDeps } from "./job-deps.ts";
import { type JobRound, type JobRunState, processItems, verifyInProgress } from "./job-round.ts";
import {
  classifyError,
  isAccountReason,
  isRunnable,
  isUnavailableReason,
  type Suspension,
  unverified,
  waitEnd,
} from "./suspension.ts";
import type { WakeableSleep } from "./wakeable-sleep.ts";

/** After a break of this length, in milliseconds, states that were read earlier are read again. */
const LONG_BREAK = 2 * 3_600_000;

/**
 * Runs a job until it has ended or is paused, including all waits. To pause or cancel the job, store its new state
 * first and then abort the signal.
 */
export async function runJob(
  deps: JobDeps,
  wakeableSleep: WakeableSleep,
  id: string,
  stopSignal: AbortSignal,
): Promise<void> {
  let runState: JobRunState | undefined;
  const sleep = (milliseconds: number, reason: Reason, access: AbortSignal) => {
    // A stopped job still has to verify its in-progress items, so this wait ignores the stop signal.
    const signal = stopSignal.aborted ? access : AbortSignal.any([stopSignal, access]);
    return waitFor(deps, milliseconds, wakeableSleep.sleepFor(milliseconds, reason.kind, signal));
  };
  const stored = await deps.store.job(id);
  // A restarted worker has lost the client's rate-limit state, so it respects the stored wait.
  if (stored?.state === "waiting" && stored.waiting?.reason.kind === "limit") {
    const { account, waiting } = stored;
    await sleep(remainingWait(waiting, deps.clock.now()), waiting.reason, deps.accessTo(account));
  }
  for (;;) {
    const job = await markRunning(deps, id);
    if (!job || !isRunnable(job)) return;
    runState ??= createRunState(job);
    const access = deps.accessTo(job.account);
    const suspension = await runRound(deps, job, { runState, stopSignal, access });
    if (await recordRoundResult(deps, id, suspension)) return;
    if (suspension?.kind !== "wait") continue;
    const since = deps.clock.now();
    const until = waitEnd(suspension, runState.consecutiveWaits++, since);
    await changeJob(deps, id, (latest) => ({
      state: isStopping(latest) ? latest.state : "waiting",
      waiting: { reason: suspension.reason, since, until },
      eta: null,
    }));
    await sleep(until - since, suspension.reason, access);
  }
}

/** Longest wait, in milliseconds, during which the worker is kept alive. */
const MAX_AWAKE_WAIT = 30_000;

/** Waits. During a long wait the worker can be terminated; an alarm restarts it. */
async function waitFor(deps: JobDeps, milliseconds: number, wait: Promise<void>): Promise<void> {
  const release = milliseconds <= MAX_AWAKE_WAIT ? deps.stayAwake() : deps.wakeAfter(milliseconds);
  await wait;
  release();
}

const isStopping = ({ state }: Job) => state === "pausing" || state === "cancelling";

function createRunState(job: Job): JobRunState {
  const { done, already } = job.counts;
  return {
    circuitBreaker: createCircuitBreaker(job.toleratedReasons, done + already > 0),
    attemptLimit: createAttemptLimit(),
    consecutiveWaits: 0,
  };
}

async function changeJob(deps: JobDeps, id: string, change: (job: Job) => Partial<Job>): Promise<Job | undefined> {
  const job = await deps.store.change(id, change);
  if (job) deps.onJobChanged(job);
  return job;
}

/** Marks a job as running, unless it has been stopped. */
function markRunning(deps: JobDeps, id: string): Promise<Job | undefined> {
  const now = deps.clock.now();
  return changeJob(deps, id, (job) => {
    if (hasEnded(job) || job.state === "paused" || isStopping(job)) return {};
    // If the clock was set back, the length of the break is unknown.
    const isLongBreak = now < job.lastProgressAt || now - job.lastProgressAt > LONG_BREAK;
    const isFreshStart = job.activeSince === null || isLongBreak;
    return {
      state: "running",
      waiting: null,
      reason: null,
      startedAt: job.startedAt ?? now,
      lastProgressAt: now,
      ...(isFreshStart && { activeSince: now, endedAtLastStart: countEnded(job.counts) }),
    };
  });
}

async function runRound(
  deps: JobDeps,
  job: Job,
  { runState, stopSignal, access }: Pick<JobRound, "runState" | "stopSignal" | "access">,
): Promise<Suspension | undefined> {
  const release = deps.stayAwake();
  // The next round follows immediately. It fails if the account cannot be used.
  const reconnect = (reason: Reason): Suspension => ({ kind: "wait", reason, until: deps.clock.now() });
  try {
    const service = await deps.connect(job.account);
    if (!isStopping(job)) {
      const { estimateSeconds } = service;
      await changeJob(deps, job.id, (latest) => ({ eta: estimateEnd(latest, estimateSeconds, deps.clock.now()) }));
    }
    const round: JobRound = { deps, service, job, runState, stopSignal: AbortSignal.any([stopSignal, access]), access };
    const unverified = await verifyInProgress(round);
    if (access.aborted) return reconnect(toReason(access.reason));
    if (unverified || isStopping(job)) return unverified;
    const suspension = await processItems(round);
    if (access.aborted) return reconnect(toReason(access.reason));
    // Verifies the writes that were in flight when the job was stopped.
    if (stopSignal.aborted) return await verifyStopped(round);
    // If the token was replaced during the round, the job continues with the new one.
    const isReplaced =
      suspension?.reason.kind === "token" && (await deps.connect(job.account)).client !== service.client;
    return isReplaced ? reconnect(suspension.reason) : suspension;
  } catch (error) {
    const { suspension, reason } = classifyError(error);
    return suspension ?? { kind: "pause", reason };
  } finally {
    release();
  }
}

/** Fields of a job that is not running. */
const INACTIVE = { waiting: null, eta: null };

/** Number of ended jobs that are stored per account. A stored job can be undone. */
const ENDED_JOBS_KEPT = 20;

/** Verifies in-progress items of a stopped job. If the account was removed or locked, the next run verifies them. */
async function verifyStopped(round: JobRound): Promise<Suspension | undefined> {
  const { reason } = (await round.deps.store.job(round.job.id)) ?? {};
  return reason && isAccountReason(reason) ? undefined : verifyInProgress(round);
}

/**
 * Stores the result of a round.
 * @returns whether the run is over
 */
async function recordRoundResult(deps: JobDeps, id: string, suspension: Suspension | undefined): Promise<boolean> {
  const { store, clock } = deps;
  const job = await store.job(id);
  if (!job) return true;
  if (job.state === "cancelling") {
    // The job ends only after its in-progress items have been verified.
    if (suspension?.kind === "wait") return false;
    if (suspension && isUnavailableReason(suspension.reason)) {
      await changeJob(deps, id, () => ({ ...INACTIVE, reason: suspension.reason }));
      return true;
    }
    if (suspension) await failUnverified(deps, id, suspension);
    await endCancelled(deps, id);
    return true;
  }
  if (job.state === "pausing") {
    await changeJob(deps, id, () => ({ ...INACTIVE, state: "paused", activeSince: null }));
    return true;
  }
  if (suspension?.kind === "pause") {
    const paused = await changeJob(deps, id, () => ({
      ...INACTIVE,
      state: "paused",
      reason: suspension.reason,
      activeSince: null,
    }));
    if (paused) deps.onJobFailed?.(paused);
    return true;
  }
  // Items that were put back are still to be processed.
  if (suspension || job.counts.notStarted + job.counts.inProgress > 0) return false;
  const done = await changeJob(deps, id, () => ({ ...INACTIVE, state: "done", endedAt: clock.now() }));
  if (done && done.counts.failed > 0) deps.onJobFailed?.(done);
  await store.deleteOldEnded(job.account, ENDED_JOBS_KEPT);
  return true;
}

/** Ends a cancelled job that has no items in progress. */
export async function endCancelled(deps: JobDeps, id: string): Promise<void> {
  const { store, clock } = deps;
  await store.skipNotStarted(id);
  const job = await changeJob(deps, id, () => ({
    ...INACTIVE,
    state: "cancelled",
    endedAt: clock.now(),
    reason: null,
  }));
  if (job) await store.deleteOldEnded(job.account, ENDED_JOBS_KEPT);
}

/** Marks items whose outcome can no longer be verified as failed. */
async function failUnverified({ store, clock }: JobDeps, id: string, { reason }: Suspension): Promise<void> {
  const items = await store.items(id, "in-progress");
  await store.move(
    items.map((item) => ({ ...item, state: "failed", reason: unverified(reason), endedAt: clock.now() })),
  );
}
