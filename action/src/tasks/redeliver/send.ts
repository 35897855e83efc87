import { isRateLimitError } from "@forgehand/core";
import type { Failure } from "../../plan.ts";
import { problemOf } from "../../problem.ts";
import { failureOf } from "../../run/apply-each.ts";
import { type End, each } from "../../run/each.ts";
import { begin } from "../../run/ending/ending.ts";
import { pause } from "../../run/pause.ts";
import type { Run } from "../../run/run.ts";
import { type Batch, nameOfHook, type Result } from "./batch.ts";
import { putAway } from "./finish.ts";
import { hookName } from "./hooks/hook-place.ts";
import { byGuid, isLater, recordsSince } from "./hooks/records.ts";
import { lockName } from "./kept/keep.ts";
import { readKept } from "./kept/kept.ts";
import type { Lock } from "./lock/lock.ts";
import { inFlightSet } from "./lock/sent.ts";
import { takeLock } from "./lock/take-lock.ts";
import type { Settled } from "./outcomes.ts";
import type { Chosen, Redelivery } from "./plan.ts";

/** So many are announced at once. */
const CHUNK = 50;
/** A redelivery is not to wait in the client's queue for longer than its lock holds, in milliseconds. */
const LONGEST_QUEUE = 10_000;
/** How long to leave the queue alone where it was longer, in milliseconds. */
const QUEUE_PAUSE = 1000;
/** How far before a run began its records are looked at again, once it has the lock: more than one attempt takes. */
const MARGIN = 600_000;
/** How often a lock may be lost without anything having been sent under it. */
const MOST_LOST = 3;

/** Sends what is to be sent under one lock, and keeps what the next run needs. Never throws. */
export async function sendBatch(run: Run, batch: Batch, told: (end: End<unknown>) => void): Promise<Result> {
  const ends = new Map<Redelivery, Settled>();
  const failures: Failure[] = [];
  const set = (end: Settled) => {
    ends.set(end.outcome.change, end);
    run.told?.(end.outcome);
    told(end.outcome.end === "failed" ? { end: "threw", error: undefined } : { end: "done", result: undefined });
  };
  let since: Date | undefined;
  for (let lost = 0; lost < MOST_LOST; ) {
    const pending = batch.changes.filter((change) => !ends.has(change));
    if (pending.length === 0) break;
    try {
      const lock = await takeLock(run, batch.store, lockName(batch));
      try {
        since ??= await sendUnder(run, batch, lock, pending, set);
      } finally {
        failures.push(...(await putAway(run, batch, lock, ends)));
      }
      if (!lock.lost.aborted) break;
      lost = ends.size > batch.changes.length - pending.length ? 0 : lost + 1;
    } catch (error) {
      const isOver = run.stopping.aborted;
      for (const change of pending.filter((change) => !ends.has(change))) {
        set({ outcome: { change, end: isOver ? "not begun" : "failed", note: problemOf(error) }, isSettled: false });
      }
    }
  }
  for (const change of batch.changes.filter((change) => !ends.has(change))) {
    const note = run.stopping.aborted ? "the run was cancelled before" : "the lock was lost again and again";
    set({ outcome: { change, end: "not begun", note }, isSettled: false });
  }
  return { ends, failures, since };
}

/** @returns the service's time before the first was sent */
async function sendUnder(
  run: Run,
  batch: Batch,
  lock: Lock,
  pending: readonly Redelivery[],
  set: (end: Settled) => void,
): Promise<Date> {
  // Another run may have sent some of them since they were planned for.
  const { value, now } = await batch.store.read(batch.variable);
  const sent = [...readKept(value, now).sent, ...lock.earlier];
  const inFlight = inFlightSet(sent, now.getTime());
  const open: Item[] = [];
  await each(run, [...Map.groupBy(pending, nameOfHook)], async ([name, changes]) => {
    const chosen = batch.chosen.find((one) => hookName(one.found.place, one.hook.id) === name);
    if (!chosen) return;
    try {
      for (const change of await leaveAlone(chosen, changes, inFlight, set)) open.push({ chosen, change });
    } catch (error) {
      const note = `not sent, as its records could not be read again: ${problemOf(error)}`;
      for (const change of changes) set({ outcome: { change, end: "not begun", note }, isSettled: false });
    }
  });
  // The oldest first, whichever webhook's they are.
  const order = new Map(pending.map((change, index) => [change, index]));
  const items = open.toSorted((a, b) => (order.get(a.change) ?? 0) - (order.get(b.change) ?? 0));
  const places = new Map(items.map((item, index) => [item, index]));
  const announced: Promise<void>[] = [];
  const announce = (item: Item): Promise<void> => {
    const chunk = Math.floor((places.get(item) ?? 0) / CHUNK);
    announced[chunk] ??= lock.announce(items.slice(chunk * CHUNK, (chunk + 1) * CHUNK).map(idOf));
    return announced[chunk];
  };
  await each(
    run,
    items,
    async (item) => {
      const end = await sendOne(run, item, lock, () => announce(item));
      if (end) set(end);
    },
    ({ end }, item) => {
      if (end === "not begun") lock.ended(idOf(item), false);
    },
  );
  return now;
}

interface Item {
  readonly chosen: Chosen;
  readonly change: Redelivery;
}

const idOf = ({ change: { hook, delivery } }: Pick<Item, "change">) => ({ hook, id: delivery.id });

/** Tells which of the events somebody else has seen to. @returns the others */
async function leaveAlone(
  { found: { place, began }, hook }: Chosen,
  changes: readonly Redelivery[],
  inFlight: ReadonlySet<string>,
  set: (end: Settled) => void,
): Promise<readonly Redelivery[]> {
  const since = new Date(began.getTime() - MARGIN);
  const records = await byGuid(recordsSince(place.records(hook.id), since), changes);
  return changes.filter((change) => {
    const own = records.get(change.delivery.guid) ?? [];
    const [newer] = own.filter((record) => isLater(record, change.delivery));
    const isDelivered = own.some(({ status }) => status === "OK");
    if (!newer && !isDelivered && !inFlight.has(`${hook.id}/${change.delivery.id}`)) return true;
    const note = isDelivered
      ? "another run has delivered it meanwhile"
      : newer
        ? `another run has sent it again meanwhile; the receiver failed: ${newer.status}`
        : "another run has sent it again a moment ago; it has no record yet";
    set({ outcome: { change, end: "left alone", note }, isSettled: isDelivered });
    return false;
  });
}

/** @returns how it ended; undefined where it was not sent, as the lock was lost before */
async function sendOne(
  run: Run,
  { chosen, change }: Item,
  lock: Lock,
  announce: () => Promise<void>,
): Promise<Settled | undefined> {
  const { place } = chosen.found;
  const one = idOf({ change });
  const ended = (end: Settled["outcome"]["end"], note: string | undefined, wasSent: boolean): Settled => {
    lock.ended(one, wasSent);
    const isSettled = end === "changed" && chosen.found.options.wait === 0;
    return { outcome: { change, end, note }, isSettled };
  };
  try {
    await announce();
  } catch (error) {
    if (lock.lost.aborted) return undefined;
    return ended("not begun", `not sent, as it could not be written down before: ${problemOf(error)}`, false);
  }
  for (;;) {
    if (run.stopping.aborted) return ended("not begun", "the run was cancelled before", false);
    if (lock.isLost()) return undefined;
    const { done, hasWritten } = begin(() =>
      place.redeliver(one.hook, one.id, { signal: lock.lost, maxWait: LONGEST_QUEUE }),
    );
    try {
      await done;
      return ended("changed", "sent; its outcome was not waited for", true);
    } catch (error) {
      if (isRateLimitError(error)) {
        // Where the client's queue was too long, nobody says until when: the calls before it have to get through.
        const until = error.until ?? new Date(run.clock.now() + QUEUE_PAUSE);
        run.log.debug?.(`Waiting until ${until.toISOString()} to send ${change.target}: ${error.detail}`);
        await pause(run, until.getTime() - run.clock.now());
        continue;
      }
      if (lock.lost.aborted && error === lock.lost.reason) {
        if (!hasWritten()) return undefined;
        return ended("unknown", "its lock was lost before the service had answered; running again shows", true);
      }
      const { end, note } = failureOf(error);
      return ended(end, note, end === "unknown");
    }
  }
}
