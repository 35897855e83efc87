import { isRateLimitError } from "@forgehand/core";
import { Work } from "../../cancellation/work.ts";
import type { Failure } from "../../plan.ts";
import { describeError } from "../../problem.ts";
import { failureOutcome } from "../../run/apply-each.ts";
import { pause } from "../../run/pause.ts";
import type { RunContext } from "../../run/run-context.ts";
import { type ItemResult, settleEach } from "../../run/settle-each.ts";
import type { RedeliveryResult } from "./await-outcomes.ts";
import { type Batch, type BatchResult, hookNameOf } from "./batch.ts";
import { parseCheckpoint } from "./checkpoint/checkpoint.ts";
import { saveAndRelease } from "./finish.ts";
import { byGuid, isLater, recordsSince } from "./hooks/delivery-records.ts";
import { hookName } from "./hooks/hook-scope.ts";
import { acquireLock } from "./lock/acquire-lock.ts";
import type { RedeliveryLock } from "./lock/lock.ts";
import { inFlightKeys } from "./lock/sent-redeliveries.ts";
import type { ChosenHook, Redelivery } from "./plan.ts";

/** Number of redeliveries that are written into the lock together. */
const ANNOUNCE_BATCH_SIZE = 50;
/** Maximum wait of a redelivery in the client's queue: much shorter than the lock lasts, in milliseconds. */
const MAX_QUEUE_WAIT = 10_000;
/** Delay before retrying when the queue is too long, in milliseconds. */
const QUEUE_RETRY_DELAY = 1000;
/**
 * Once the lock is held, records since this many milliseconds before the run began are checked again. One attempt takes
 * less time.
 */
const RECHECK_MARGIN = 600_000;
/** Maximum number of consecutive lock losses without progress. */
const MAX_LOCK_LOSSES = 3;

/** Sends the redeliveries of a batch under its lock and saves the state for the next run. Never throws. */
export async function sendBatch(
  run: RunContext,
  batch: Batch,
  onProgress: (result: ItemResult<unknown>) => void,
): Promise<BatchResult> {
  const results = new Map<Redelivery, RedeliveryResult>();
  const failures: Failure[] = [];
  const settle = (result: RedeliveryResult) => {
    results.set(result.outcome.change, result);
    run.onOutcome?.(result.outcome);
    onProgress(
      result.outcome.end === "failed" ? { end: "threw", error: undefined } : { end: "done", result: undefined },
    );
  };
  let since: Date | undefined;
  for (let losses = 0; losses < MAX_LOCK_LOSSES; ) {
    const pending = batch.changes.filter((change) => !results.has(change));
    if (pending.length === 0) break;
    try {
      const lock = await acquireLock(run, batch.store, batch.variable);
      try {
        const sendingSince = await sendWithLock(run, batch, lock, pending, settle);
        since ??= sendingSince;
      } finally {
        failures.push(...(await saveAndRelease(run, batch, lock, results)));
      }
      if (!lock.lost.aborted) break;
      losses = results.size > batch.changes.length - pending.length ? 0 : losses + 1;
    } catch (error) {
      const isCancelled = run.stopping.aborted;
      for (const change of pending.filter((change) => !results.has(change))) {
        settle({
          outcome: { change, end: isCancelled ? "not-started" : "failed", note: describeError(error) },
          isSettled: false,
        });
      }
    }
  }
  for (const change of batch.changes.filter((change) => !results.has(change))) {
    const note = run.stopping.aborted ? "the run was cancelled" : "the lock was lost repeatedly";
    settle({ outcome: { change, end: "not-started", note }, isSettled: false });
  }
  return { results, failures, since };
}

/**
 * Sends pending redeliveries while the lock is held.
 * @returns the service's time before the first one was sent
 */
async function sendWithLock(
  run: RunContext,
  batch: Batch,
  lock: RedeliveryLock,
  pending: readonly Redelivery[],
  settle: (result: RedeliveryResult) => void,
): Promise<Date> {
  // Another run may have sent some of them since they were planned.
  const { value, now } = await batch.store.read(batch.variable);
  const sent = [...parseCheckpoint(value, now).sent, ...lock.inherited];
  const inFlight = inFlightKeys(sent, now.getTime());
  const remaining: SendItem[] = [];
  await settleEach(run, [...Map.groupBy(pending, hookNameOf)], async ([name, changes]) => {
    const chosen = batch.chosen.find((chosenHook) => hookName(chosenHook.reading.scope, chosenHook.hook.id) === name);
    if (!chosen) return;
    try {
      for (const change of await skipHandled(chosen, changes, inFlight, settle)) remaining.push({ chosen, change });
    } catch (error) {
      const note = `not sent, because its records could not be re-read: ${describeError(error)}`;
      for (const change of changes) settle({ outcome: { change, end: "not-started", note }, isSettled: false });
    }
  });
  // Oldest first, across webhooks.
  const order = new Map(pending.map((change, index) => [change, index]));
  const items = remaining.toSorted((a, b) => (order.get(a.change) ?? 0) - (order.get(b.change) ?? 0));
  const positions = new Map(items.map((item, index) => [item, index]));
  const announced: Promise<void>[] = [];
  const announce = (item: SendItem): Promise<void> => {
    const chunk = Math.floor((positions.get(item) ?? 0) / ANNOUNCE_BATCH_SIZE);
    announced[chunk] ??= lock.announce(
      items.slice(chunk * ANNOUNCE_BATCH_SIZE, (chunk + 1) * ANNOUNCE_BATCH_SIZE).map(idOf),
    );
    return announced[chunk];
  };
  await settleEach(
    run,
    items,
    async (item) => {
      const result = await sendOne(run, item, lock, () => announce(item));
      if (result) settle(result);
    },
    ({ end }, item) => {
      if (end === "not-started") lock.markEnded(idOf(item), false);
    },
  );
  return now;
}

interface SendItem {
  readonly chosen: ChosenHook;
  readonly change: Redelivery;
}

const idOf = ({ change: { hook, delivery } }: Pick<SendItem, "change">) => ({ hook, id: delivery.id });

/**
 * Settles events that another run has handled meanwhile.
 * @returns the remaining redeliveries
 */
async function skipHandled(
  { reading: { scope, began }, hook }: ChosenHook,
  changes: readonly Redelivery[],
  inFlight: ReadonlySet<string>,
  settle: (result: RedeliveryResult) => void,
): Promise<readonly Redelivery[]> {
  const since = new Date(began.getTime() - RECHECK_MARGIN);
  const records = await byGuid(recordsSince(scope.records(hook.id), since), changes);
  return changes.filter((change) => {
    const ownRecords = records.get(change.delivery.guid) ?? [];
    const [newer] = ownRecords.filter((record) => isLater(record, change.delivery));
    const isDelivered = ownRecords.some(({ status }) => status === "OK");
    if (!newer && !isDelivered && !inFlight.has(`${hook.id}/${change.delivery.id}`)) return true;
    const note = isDelivered
      ? "delivered by another run in the meantime"
      : newer
        ? `redelivered by another run in the meantime; the receiver failed: ${newer.status}`
        : "redelivered by another run a moment ago; it has no record yet";
    settle({ outcome: { change, end: "skipped", note }, isSettled: isDelivered });
    return false;
  });
}

/** @returns the result; undefined if it was not sent because the lock was lost */
async function sendOne(
  run: RunContext,
  { chosen, change }: SendItem,
  lock: RedeliveryLock,
  announce: () => Promise<void>,
): Promise<RedeliveryResult | undefined> {
  const { scope } = chosen.reading;
  const redelivery = idOf({ change });
  const endWith = (
    end: RedeliveryResult["outcome"]["end"],
    note: string | undefined,
    wasSent: boolean,
  ): RedeliveryResult => {
    lock.markEnded(redelivery, wasSent);
    const isSettled = end === "changed" && chosen.reading.options.wait === 0;
    return { outcome: { change, end, note }, isSettled };
  };
  try {
    await announce();
  } catch (error) {
    if (lock.lost.aborted) return undefined;
    return endWith(
      "not-started",
      `not sent, because it could not be recorded in the lock first: ${describeError(error)}`,
      false,
    );
  }
  for (;;) {
    if (run.stopping.aborted) return endWith("not-started", "the run was cancelled", false);
    if (lock.isLost()) return undefined;
    const work = new Work();
    const options = { signal: lock.lost, maxWait: MAX_QUEUE_WAIT, context: work };
    try {
      await scope.redeliver(redelivery.hook, redelivery.id, options);
      return endWith("changed", "sent, without waiting for its outcome", true);
    } catch (error) {
      if (isRateLimitError(error)) {
        // If the client's queue is too long there is no reset time; the calls ahead have to complete first.
        const delay = error.until === undefined ? QUEUE_RETRY_DELAY : error.until.getTime() - run.clock.now();
        run.log.debug?.(`Waiting ${Math.ceil(delay / 1000)} s to send ${change.target}: ${error.detail}`);
        await pause(run, delay);
        continue;
      }
      if (lock.lost.aborted && error === lock.lost.reason) {
        if (!work.hasWritten) return undefined;
        return endWith("unknown", "the lock was lost before the service responded; the next run will check it", true);
      }
      const { end, note } = failureOutcome(error);
      return endWith(end, note, end === "unknown");
    }
  }
}
