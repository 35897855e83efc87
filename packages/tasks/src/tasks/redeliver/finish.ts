import { Work } from "../../cancellation/work.ts";
import type { Failure } from "../../plan.ts";
import { describeError } from "../../problem.ts";
import type { RunContext } from "../../run/run-context.ts";
import { settleEach } from "../../run/settle-each.ts";
import { awaitOutcomes, type RedeliveryResult } from "./await-outcomes.ts";
import { type Batch, type BatchResult, hookNameOf } from "./batch.ts";
import type { ReportedAttempt } from "./checkpoint/checkpoint.ts";
import {
  type CheckpointVariable,
  needsSave,
  saveCheckpoint,
  saveCheckpointWithoutLock,
} from "./checkpoint/save-checkpoint.ts";
import { newlyGivenUp } from "./given-up.ts";
import { hookName } from "./hooks/hook-scope.ts";
import type { RedeliveryLock } from "./lock/lock.ts";
import { dueRedeliveries, type Redelivery } from "./plan.ts";

/** Waits for outcomes where configured, and saves the checkpoint of webhooks that are done. Never throws. */
export async function finishBatch(run: RunContext, batch: Batch, result: BatchResult): Promise<BatchResult> {
  const { since } = result;
  const results = new Map(result.results);
  const waited = batch.chosen.filter(({ reading }) => reading.options.wait > 0);
  await settleEach(run, since ? waited : [], async (chosen) => {
    const { scope } = chosen.reading;
    const name = hookName(scope, chosen.hook.id);
    const sent = batch.changes.filter(
      (change) => hookNameOf(change) === name && results.get(change)?.outcome.end === "changed",
    );
    if (sent.length === 0 || !since) return;
    for (const [change, redeliveryResult] of await awaitOutcomes(run, chosen, sent, since)) {
      results.set(change, redeliveryResult);
      run.onOutcome?.(redeliveryResult.outcome);
    }
  });
  const times = timesOf(batch, results);
  const hasNewlyDoneWebhooks = [...times.keys()].some((key) => !timesOf(batch, result.results).has(key));
  const reported = reportedBy(batch, results);
  const isSaveNeeded =
    batch.changes.length === 0
      ? needsSave(batch, times) || reported.length > 0
      : hasNewlyDoneWebhooks || reported.length > reportedBy(batch, result.results).length;
  if (!isSaveNeeded) return { ...result, results };
  const update = { times, sent: [], reported };
  const failures = await trySave(run, batch, (target) => saveCheckpointWithoutLock(run, target, update));
  return { results, since, failures: [...result.failures, ...failures] };
}

/** Saves the state for the next run and releases the lock. */
export async function saveAndRelease(
  run: RunContext,
  batch: Batch,
  lock: RedeliveryLock,
  results: ReadonlyMap<Redelivery, RedeliveryResult>,
): Promise<readonly Failure[]> {
  // The current lock holder has already taken over what was sent under this lock.
  if (lock.lost.aborted) return [];
  const sent = [...lock.inherited, ...lock.sent()];
  const update = { times: timesOf(batch, results), sent, reported: reportedBy(batch, results) };
  const failures = await trySave(run, batch, (target) => saveCheckpoint(run, target, update));
  try {
    // Entries that could not be saved stay in the lock for its next holder.
    if (failures.length === 0 || sent.length === 0) await lock.release(batch.store.within(run.protect(new Work())));
    else lock.leaveToNextHolder();
  } catch (error) {
    run.log.warning(`The lock ${lock.name} could not be released: ${describeError(error)}`);
  }
  return failures;
}

async function trySave(
  run: RunContext,
  { variable, store, found }: Batch,
  save: (target: CheckpointVariable) => Promise<void>,
): Promise<readonly Failure[]> {
  try {
    await save({ variable, found, store: store.within(run.protect(new Work())) });
    return [];
  } catch (error) {
    const problem = `the checkpoint of this run could not be saved in ${variable}: ${describeError(error)}`;
    return [{ target: store.name, problem }];
  }
}

/** Returns the last attempts of the events that this run reports as given up. */
function reportedBy({ chosen }: Batch, results: ReadonlyMap<Redelivery, RedeliveryResult>): readonly ReportedAttempt[] {
  const planned = chosen.flatMap(({ reading, hook }) => newlyGivenUp(reading, hook));
  const observed = Array.from(results).flatMap(([{ hook }, { failed }]) =>
    failed?.isLast ? [{ hook, id: failed.attempt.id, at: Date.parse(failed.attempt.delivered_at) }] : [],
  );
  return [...planned, ...observed];
}

/** Start times of this run for the webhooks that need no further redelivery. */
function timesOf(
  { chosen, changes }: Batch,
  results: ReadonlyMap<Redelivery, RedeliveryResult>,
): ReadonlyMap<string, Date> {
  const settled = new Set(changes.filter((change) => results.get(change)?.isSettled).map(({ target }) => target));
  const done = chosen.filter(({ reading, hook }) =>
    dueRedeliveries(reading, hook).every(({ target }) => settled.has(target)),
  );
  return new Map(done.map(({ reading, hook }) => [hook.checkpointKey, reading.began]));
}
