import type { Job } from "../../lists/job.ts";
import type { Reason } from "../../lists/reason.ts";
import { etaOf } from "./eta.ts";
import { type Halt, verdictOn, waitUntil } from "./halt.ts";
import type { Nap } from "./nap.ts";
import type { Parts } from "./parts.ts";
import { type Memory, type Round, settle, workThrough } from "./round.ts";
import { endedIn, hasEnded } from "./store.ts";
import { createStreak } from "./streak.ts";
import { createTries } from "./tries.ts";

/** After a break of this long, in milliseconds, nothing that was known before counts as known. */
const LONG_BREAK = 2 * 3_600_000;

/**
 * Works on a job until it has ended or is paused; whatever it has to wait for, it waits for. Who pauses or cancels it writes
 * that down, and then aborts the signal.
 */
export async function runJob(parts: Parts, nap: Nap, id: string, stop: AbortSignal): Promise<void> {
  let memory: Memory | undefined;
  const sleep = (until: number, why: Reason) => {
    // Whoever has stopped it already waits for the end, not for a beginning.
    const signal = stop.aborted ? new AbortController().signal : stop;
    return waitFor(parts, until, nap.until(until, why.kind, signal));
  };
  const { state, waiting } = (await parts.store.job(id)) ?? {};
  // A worker that was started anew knows nothing of limits but what was written down.
  if (state === "waiting" && waiting?.why.kind === "limit" && waiting.until !== null) {
    await sleep(waiting.until, waiting.why);
  }
  for (;;) {
    const job = await begin(parts, id);
    if (!job || hasEnded(job) || job.state === "paused") return;
    memory ??= createMemory(job);
    const halt = await attempt(parts, job, memory, stop);
    if (await conclude(parts, id, halt)) return;
    if (halt?.kind !== "wait") continue;
    const until = waitUntil(halt, memory.waits++, parts.clock.now());
    await note(parts, id, (now) => ({
      state: isStopping(now) ? now.state : "waiting",
      waiting: { why: halt.why, until },
      eta: null,
    }));
    await sleep(until, halt.why);
  }
}

/** A wait that is worth it to be awake for, in milliseconds. */
const SHORT = 30_000;

/** Waits: where that takes long, the worker may end meanwhile, and is started again. */
async function waitFor(parts: Parts, until: number, wait: Promise<void>): Promise<void> {
  const release = until - parts.clock.now() <= SHORT ? parts.stayAwake() : undefined;
  if (!release) parts.wakeAt(until);
  await wait;
  release?.();
}

const isStopping = ({ state }: Job) => state === "pausing" || state === "cancelling";

function createMemory(job: Job): Memory {
  const { done, already } = job.counts;
  return { streak: createStreak(job.tolerates, done + already > 0), tries: createTries(), waits: 0 };
}

async function note(parts: Parts, id: string, change: (job: Job) => Partial<Job>): Promise<Job | undefined> {
  const job = await parts.store.change(id, change);
  if (job) parts.changed(job);
  return job;
}

/** Notes that a job is at work, unless somebody has stopped it. */
function begin(parts: Parts, id: string): Promise<Job | undefined> {
  const now = parts.clock.now();
  return note(parts, id, (job) => {
    if (hasEnded(job) || job.state === "paused" || isStopping(job)) return {};
    const isFresh = job.activeSince === null || now - job.beatAt > LONG_BREAK;
    return {
      state: "running",
      waiting: null,
      why: null,
      startedAt: job.startedAt ?? now,
      beatAt: now,
      ...(isFresh && { activeSince: now, endedBefore: endedIn(job.counts) }),
    };
  });
}

async function attempt(parts: Parts, job: Job, memory: Memory, stop: AbortSignal): Promise<Halt | undefined> {
  const release = parts.stayAwake();
  try {
    const service = await parts.connect(job.account);
    if (!isStopping(job)) {
      const { seconds } = service;
      await note(parts, job.id, (now) => ({ eta: etaOf(now, seconds, parts.clock.now()) }));
    }
    const round: Round = { parts, service, job, memory, stop };
    const unsettled = await settle(round);
    if (unsettled || isStopping(job)) return unsettled;
    const halt = await workThrough(round);
    // What was under way when somebody stopped it is looked at, too.
    if (stop.aborted) return await settleStopped(round);
    // A token that ended while another one had come is no reason to stop.
    const isReplaced = halt?.why.kind === "token" && (await parts.connect(job.account)).of !== service.of;
    return isReplaced ? { kind: "wait", why: halt.why, until: parts.clock.now() } : halt;
  } catch (error) {
    const { halt, why } = verdictOn(error);
    return halt ?? { kind: "pause", why };
  } finally {
    release();
  }
}

/** What a job has that is not at work. */
const STILL = { waiting: null, eta: null };

/** How many jobs that have ended an account keeps: as long as one is kept, it can be undone. */
const KEPT = 20;

/** An account that is gone, or locked, is not asked any more: what was under way is looked at when it is back. */
async function settleStopped(round: Round): Promise<Halt | undefined> {
  const { why } = (await round.parts.store.job(round.job.id)) ?? {};
  return why ? undefined : settle(round);
}

/** Writes down what a round has led to. @returns whether that was the last one for now */
async function conclude(parts: Parts, id: string, halt: Halt | undefined): Promise<boolean> {
  const { store, clock } = parts;
  const job = await store.job(id);
  if (!job) return true;
  if (job.state === "cancelling") {
    // What can't be looked at yet is neither done nor undone: it is waited for.
    if (halt?.kind === "wait") return false;
    if (halt) await giveUp(parts, id, halt);
    await endCancelled(parts, id);
    return true;
  }
  if (job.state === "pausing") {
    await note(parts, id, () => ({ ...STILL, state: "paused", activeSince: null }));
    return true;
  }
  if (halt?.kind === "pause") {
    const paused = await note(parts, id, () => ({ ...STILL, state: "paused", why: halt.why, activeSince: null }));
    if (paused) parts.failed?.(paused);
    return true;
  }
  // What went back is to be done yet.
  if (halt || job.counts.notBegun + job.counts.underWay > 0) return false;
  const done = await note(parts, id, () => ({ ...STILL, state: "done", endedAt: clock.now() }));
  if (done && done.counts.failed > 0) parts.failed?.(done);
  await store.forgetOld(job.account, KEPT);
  return true;
}

/** Ends a job of which nothing is under way. */
export async function endCancelled(parts: Parts, id: string): Promise<void> {
  const { store, clock } = parts;
  await store.skipRest(id);
  const job = await note(parts, id, () => ({ ...STILL, state: "cancelled", endedAt: clock.now(), why: null }));
  if (job) await store.forgetOld(job.account, KEPT);
}

/** Nobody will ever know of these whether they were done. */
async function giveUp({ store, clock }: Parts, id: string, { why }: Halt): Promise<void> {
  const items = await store.items(id, "under way");
  await store.move(items.map((item) => ({ ...item, state: "failed", why, endedAt: clock.now() })));
}
