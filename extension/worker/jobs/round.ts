import { forEachConcurrently } from "@forgehand/core/internal";
import type { Job, JobItem } from "../../lists/job.ts";
import { isAlike, stateOf, type Wanted } from "../../lists/wanted.ts";
import { CONCURRENT_CALLS } from "../concurrent-calls.ts";
import { etaOf } from "./eta.ts";
import { type Halt, verdictOn } from "./halt.ts";
import { lineOf } from "./line.ts";
import type { Parts } from "./parts.ts";
import { NotSent, Unclear } from "./sending.ts";
import type { How, Service } from "./service.ts";
import { inSpareRoom } from "./spare-room.ts";
import type { Moving } from "./store.ts";
import type { Streak } from "./streak.ts";
import type { Tries } from "./tries.ts";
import { isTrusted } from "./trusted.ts";

/** What is remembered from one round of a job to the next, as long as the worker lives. */
export interface Memory {
  readonly streak: Streak;
  readonly tries: Tries;
  /** Waits on end in which nothing went well. */
  waits: number;
}

/** One round of a job, between two halts. */
export interface Round {
  readonly parts: Parts;
  readonly service: Service;
  readonly job: Job;
  readonly memory: Memory;
  /** Ends the round before what was not sent. */
  readonly stop: AbortSignal;
}

/** Looks at what was under way when the last round ended. @returns why not, where it can't be seen */
export async function settle(round: Round): Promise<Halt | undefined> {
  const { parts, service, job } = round;
  let halt: Halt | undefined;
  const items = await parts.store.items(job.id, "under way");
  // It is to be known though somebody pauses or cancels: so nothing ends these looks.
  const { signal } = new AbortController();
  const look = async (item: JobItem) => {
    try {
      const { seen, renamed } = await service.look(item, item.wanted, signal);
      const known = { ...item, ...renamed };
      if (isAlike(seen, item.wanted)) await end(round, known, { state: "done" }, seen);
      else await move(round, { ...known, state: "not begun", before: null }, seen);
    } catch (error) {
      halt = (await fail(round, item, error)) ?? halt;
    }
  };
  await Promise.all(items.map(look));
  return halt;
}

/** Works through items until none is left, or it is stopped. @returns why it can't go on, where there is more to do */
export async function workThrough(round: Round): Promise<Halt | undefined> {
  const { stop, memory } = round;
  const { take, putBack } = lineOf(round.parts.store, round.job.id);
  let halt: Halt | undefined;

  /** Ends for one consumer, not for all: an item that is put back later goes to those that are still at work. */
  const items: AsyncIterable<JobItem> = {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const item = halt ? undefined : await take();
        return item ? { value: item } : { value: undefined, done: true };
      },
    }),
  };

  async function spareHand(): Promise<void> {
    if (halt || stop.aborted) return;
    const item = await take();
    const refused = item && (await treat(round, item, "in spare room"));
    // There was no room: it waits in the line with all others.
    if (item && refused?.why.kind === "limit") putBack(item);
    else halt = refused ?? halt;
  }

  // After a failure one goes ahead, and the others follow where that goes well.
  if (memory.waits > 0) {
    const item = await take();
    if (item) halt = await treat(round, item);
  }
  const over = new AbortController();
  const spare = inSpareRoom(round.parts, over.signal, spareHand);
  const work = async (item: JobItem) => {
    halt = (await treat(round, item)) ?? halt;
  };
  await forEachConcurrently(items, CONCURRENT_CALLS, work, stop).finally(() => over.abort());
  await spare;
  return halt;
}

/** Does one item. @returns why the job can't go on, where it can't */
async function treat(round: Round, item: JobItem, how?: How): Promise<Halt | undefined> {
  const { service, stop } = round;
  let current = item;
  try {
    const { before, name, looked } = await stateBefore(round, item);
    current = { ...item, ...name, before };
    if (isAlike(before, item.wanted)) return await end(round, current, { state: "already" }, looked);
    if (item.left && !isAlike(before, item.left)) {
      return await end(round, current, { state: "failed", why: { kind: "changed since" } }, looked);
    }
    current = { ...current, state: "under way" };
    await move(round, current);
    const { renamed } = await service.write(current, item.wanted, stop, how);
    return await end(round, { ...current, ...renamed }, { state: "done" }, item.wanted);
  } catch (error) {
    return fail(round, current, error);
  }
}

/** How a repository is: as it was seen a short while ago, or by a look. */
async function stateBefore({ parts, service, job, stop }: Round, item: JobItem) {
  const entry = await parts.store.entry(job.account, item);
  const known = entry && stateOf(entry, item.wanted);
  if (known && isTrusted(entry, item.wanted, job.activeSince ?? parts.clock.now())) {
    // The list knows newer names than the job.
    return { before: known, name: { owner: entry.owner, name: entry.name } };
  }
  const { seen, renamed } = await service.look(item, item.wanted, stop);
  return { before: seen, name: renamed, looked: seen };
}

/** What becomes of an item that something went wrong with. @returns why the job can't go on, where it can't */
async function fail(round: Round, item: JobItem, error: unknown): Promise<Halt | undefined> {
  const { stop, memory } = round;
  const back: JobItem = { ...item, state: "not begun", before: null };
  // A look that was ended has changed nothing; a write that may have been done is looked at once the round is over.
  if (error instanceof Unclear || (stop.aborted && error === stop.reason)) return undefined;
  if (error instanceof NotSent) {
    await move(round, back);
    return undefined;
  }
  const { why, mayBeDone, halt } = verdictOn(error);
  const isOpen = item.state === "under way" && mayBeDone;
  if (why.kind === "forge" && halt && memory.tries.failed(item)) return end(round, item, { state: "failed", why });
  if (halt) {
    // What may have been done stays under way, and is looked at before it is repeated.
    if (item.state === "under way" && !isOpen) await move(round, back);
    return halt;
  }
  await end(round, item, { state: "failed", why });
  const refused = memory.streak.refused(back, why);
  if (!refused) return undefined;
  await round.parts.store.move(refused, { progress: progressOf(round) });
  return { kind: "pause", why: { kind: "all refused", ...detailOf(why.detail), of: why.kind } };
}

const detailOf = (detail: string | undefined) => (detail === undefined ? {} : { detail });

type Ending = Pick<JobItem, "state"> & Partial<Pick<JobItem, "why">>;

async function end(round: Round, item: JobItem, ending: Ending, state?: Wanted): Promise<undefined> {
  const { memory, parts, job } = round;
  if (ending.state !== "failed") {
    memory.streak.succeeded();
    memory.tries.succeeded();
    memory.waits = 0;
  }
  const ended = { ...item, ...ending, endedAt: parts.clock.now() };
  await move(round, ended, state);
  if (ended.state === "done") parts.written?.(job.account, ended);
}

async function move(round: Round, item: JobItem, state?: Wanted): Promise<void> {
  const { parts } = round;
  const seen = state && { state, at: parts.clock.now() };
  const job = await parts.store.move([item], { seen, progress: progressOf(round) });
  if (job) parts.changed(job);
}

function progressOf({ parts, service }: Round): NonNullable<Moving["progress"]> {
  return (job) => {
    const now = parts.clock.now();
    return { eta: etaOf(job, service.seconds, now), beatAt: now };
  };
}
