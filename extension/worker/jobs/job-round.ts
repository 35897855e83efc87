import { forEachConcurrently } from "@forgehand/core/internal";
import type { Job, JobItem } from "../../lists/job.ts";
import { currentStateOf, isSameState, type WantedState } from "../../lists/wanted-state.ts";
import { CONCURRENT_CALLS } from "../concurrent-calls.ts";
import type { AttemptLimit } from "./attempt-limit.ts";
import type { CircuitBreaker } from "./circuit-breaker.ts";
import { estimateEnd } from "./eta.ts";
import type { JobDeps } from "./job-deps.ts";
import type { JobStore, MoveOptions } from "./job-store.ts";
import type { RepositoryService, WriteMode } from "./repository-service.ts";
import { NotSentError, UnknownOutcomeError } from "./send-tracking.ts";
import { isStateFresh } from "./state-freshness.ts";
import { classifyError, type Suspension, unverified } from "./suspension.ts";
import { createWakeableSleep } from "./wakeable-sleep.ts";

/** State that a run keeps between rounds, until the worker is terminated. */
export interface JobRunState {
  readonly circuitBreaker: CircuitBreaker;
  readonly attemptLimit: AttemptLimit;
  /** Consecutive waits without a success in between. */
  consecutiveWaits: number;
}

/** One pass over a job's items, until it ends or is suspended. */
export interface JobRound {
  readonly deps: JobDeps;
  readonly service: RepositoryService;
  readonly job: Job;
  readonly runState: JobRunState;
  /** Ends the round. Writes that are in flight are completed. */
  readonly stopSignal: AbortSignal;
  /** Is aborted when the account is removed or locked. It also aborts `stopSignal`. */
  readonly access: AbortSignal;
}

/**
 * Verifies the items that were in progress when the last round ended. Pausing or cancelling the job does not end it.
 * @returns why the job cannot continue, if an item could not be verified
 */
export async function verifyInProgress(round: JobRound): Promise<Suspension | undefined> {
  const { deps, service, job, access } = round;
  let suspension: Suspension | undefined;
  const items = await deps.store.items(job.id, "in-progress");
  const verifyItem = async (item: JobItem) => {
    try {
      const { currentState, renamed } = await service.readState(item, item.wanted, access);
      const current = { ...item, ...renamed };
      if (isSameState(currentState, item.wanted)) await finishItem(round, current, { state: "done" }, currentState);
      else await moveItem(round, { ...current, state: "not-started", stateBefore: null }, currentState);
    } catch (error) {
      suspension = (await handleError(round, item, error, "unverified")) ?? suspension;
    }
  };
  await Promise.all(items.map(verifyItem));
  return suspension;
}

/**
 * Processes items until none remain, or the round is stopped.
 * @returns why the job cannot continue, if items remain
 */
export async function processItems(round: JobRound): Promise<Suspension | undefined> {
  const { stopSignal, runState } = round;
  const { take, putBack } = createItemQueue(round.deps.store, round.job.id);
  let suspension: Suspension | undefined;

  /** Each consumer ends on its own, so that a consumer that is still running takes items that are put back. */
  const items: AsyncIterable<JobItem> = {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const item = suspension ? undefined : await take();
        return item ? { value: item } : { value: undefined, done: true };
      },
    }),
  };

  async function processOneWithIdleQuota(): Promise<void> {
    if (suspension || stopSignal.aborted) return;
    const item = await take();
    const itemSuspension = item && (await processItem(round, item, "idle-quota"));
    // No idle quota was available, so the item returns to the queue.
    if (item && itemSuspension?.reason.kind === "limit") putBack(item);
    else suspension = itemSuspension ?? suspension;
  }

  // After a wait, a single item probes whether the service works again.
  if (runState.consecutiveWaits > 0) {
    const item = await take();
    if (item) suspension = await processItem(round, item);
  }
  const finished = new AbortController();
  const idleQuotaRun = runWithIdleQuota(round.deps, finished.signal, processOneWithIdleQuota);
  const processNext = async (item: JobItem) => {
    suspension = (await processItem(round, item)) ?? suspension;
  };
  await forEachConcurrently(items, CONCURRENT_CALLS, processNext, stopSignal).finally(() => finished.abort());
  await idleQuotaRun;
  return suspension;
}

/**
 * Processes one item.
 * @returns why the job cannot continue, if it cannot
 */
async function processItem(round: JobRound, item: JobItem, mode?: WriteMode): Promise<Suspension | undefined> {
  const { deps, service, job, stopSignal } = round;
  let current = item;
  try {
    if (!(await deps.areControlsEnabled(job.controls))) return { kind: "pause", reason: { kind: "switched-off" } };
    const { stateBefore, name, freshlyRead } = await readStateBefore(round, item);
    current = { ...item, ...name, stateBefore };
    if (isSameState(stateBefore, item.wanted))
      return await finishItem(round, current, { state: "already" }, freshlyRead);
    if (item.expectedState && !isSameState(stateBefore, item.expectedState)) {
      return await finishItem(round, current, { state: "failed", reason: { kind: "changed-since" } }, freshlyRead);
    }
    current = { ...current, state: "in-progress" };
    await moveItem(round, current);
    const { renamed } = await service.writeState(current, item.wanted, stopSignal, mode);
    return await finishItem(round, { ...current, ...renamed }, { state: "done" }, item.wanted);
  } catch (error) {
    return handleError(round, current, error);
  }
}

/** Returns a repository's state as it was stored recently, or reads it from the service. */
async function readStateBefore({ deps, service, job, stopSignal }: JobRound, item: JobItem) {
  const entry = await deps.store.entry(job.account, item);
  const current = entry && currentStateOf(entry, item.wanted);
  if (current && isStateFresh(entry, item.wanted, job.activeSince ?? deps.clock.now(), deps.steadyTime())) {
    // The entry's name can be newer than the item's.
    return { stateBefore: current, name: { owner: entry.owner, name: entry.name } };
  }
  const { currentState, renamed } = await service.readState(item, item.wanted, stopSignal);
  return { stateBefore: currentState, name: renamed, freshlyRead: currentState };
}

/**
 * Handles the error of an item.
 * @param outcome `unverified` if an earlier write of the item could not be verified because of the error
 * @returns why the job cannot continue, if it cannot
 */
async function handleError(
  round: JobRound,
  item: JobItem,
  error: unknown,
  outcome?: "unverified",
): Promise<Suspension | undefined> {
  const { runState } = round;
  const resetItem: JobItem = { ...item, state: "not-started", stateBefore: null };
  // An aborted read has changed nothing. A write with an unknown outcome is verified after the round.
  if (error instanceof UnknownOutcomeError || isAborted(round, error)) return undefined;
  if (error instanceof NotSentError) {
    await moveItem(round, resetItem);
    return undefined;
  }
  const { reason, mayHaveTakenEffect, suspension } = classifyError(error);
  const isUnverified = outcome === "unverified" || (item.state === "in-progress" && mayHaveTakenEffect);
  const failure = { state: "failed", reason: isUnverified ? unverified(reason) : reason } as const;
  if (reason.kind === "service" && suspension && runState.attemptLimit.recordFailure(item))
    return finishItem(round, item, failure);
  if (suspension) {
    // An item whose write may have taken effect stays in progress, so that it is verified before it is repeated.
    if (item.state === "in-progress" && !isUnverified) await moveItem(round, resetItem);
    return suspension;
  }
  await finishItem(round, item, failure);
  const refusedItems = runState.circuitBreaker.recordRefusal(resetItem, reason);
  if (!refusedItems) return undefined;
  await round.deps.store.move(refusedItems, { updateJob: progressUpdate(round) });
  return { kind: "pause", reason: { kind: "all-refused", ...withDetail(reason.detail), cause: reason.kind } };
}

const isAborted = ({ stopSignal, access }: JobRound, error: unknown) =>
  [stopSignal, access].some(({ aborted, reason }) => aborted && reason === error);

const withDetail = (detail: string | undefined) => (detail === undefined ? {} : { detail });

type ItemOutcome = Pick<JobItem, "state"> & Partial<Pick<JobItem, "reason">>;

async function finishItem(
  round: JobRound,
  item: JobItem,
  outcome: ItemOutcome,
  state?: WantedState,
): Promise<undefined> {
  const { runState, deps, job } = round;
  if (outcome.state !== "failed") {
    runState.circuitBreaker.recordSuccess();
    runState.attemptLimit.recordSuccess();
    runState.consecutiveWaits = 0;
  }
  const ended = { ...item, ...outcome, endedAt: deps.clock.now() };
  await moveItem(round, ended, state);
  if (ended.state === "done") deps.onItemWritten?.(job.account, ended);
}

async function moveItem(round: JobRound, item: JobItem, state?: WantedState): Promise<void> {
  const { deps } = round;
  const observed = state && { state, at: deps.steadyTime() };
  const job = await deps.store.move([item], { observed, updateJob: progressUpdate(round) });
  if (job) deps.onJobChanged(job);
}

function progressUpdate({ deps, service }: JobRound): NonNullable<MoveOptions["updateJob"]> {
  return (job) => {
    const now = deps.clock.now();
    return { eta: estimateEnd(job, service.estimateSeconds, now), lastProgressAt: now };
  };
}

/** Number of items that are read together. */
const BATCH_SIZE = 120;

/** Queue of a job's items that are not started. It returns each item once per round. */
function createItemQueue(store: JobStore, job: string) {
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

/**
 * Delay between two writes with idle quota, in milliseconds. The client reserves three writes a minute for interactive
 * use; this uses no more than that, and frees all of it within a minute of the user's return.
 */
const IDLE_INTERVAL = 20_500;

/**
 * Runs a function at intervals while the user is away, until the signal is aborted. Does nothing if the presence of the
 * user is unknown.
 */
async function runWithIdleQuota(
  { clock, isUserAway }: JobDeps,
  signal: AbortSignal,
  runOne: () => Promise<void>,
): Promise<void> {
  if (isUserAway === undefined) return;
  const wakeableSleep = createWakeableSleep(clock);
  while (!signal.aborted) {
    await wakeableSleep.sleepFor(IDLE_INTERVAL, "limit", signal);
    if (!signal.aborted && isUserAway()) await runOne();
  }
}
