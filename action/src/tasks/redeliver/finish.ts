import type { Failure } from "../../plan.ts";
import { problemOf } from "../../problem.ts";
import { each } from "../../run/each.ts";
import type { Run } from "../../run/run.ts";
import { type Batch, nameOfHook, type Result } from "./batch.ts";
import { hookName } from "./hooks/hook-place.ts";
import { isWorthKeeping, keep, keepUnlocked, lockName } from "./kept/keep.ts";
import type { Lock } from "./lock/lock.ts";
import { awaitOutcomes, type Settled } from "./outcomes.ts";
import { type Redelivery, wantedOf } from "./plan.ts";

/** Waits for the outcomes of what was sent, where that is wanted, and keeps the times of webhooks that are done. Never throws. */
export async function finishBatch(run: Run, batch: Batch, result: Result): Promise<Result> {
  const { since } = result;
  const ends = new Map(result.ends);
  const waited = batch.chosen.filter(({ found }) => found.options.wait > 0);
  await each(run, since ? waited : [], async (chosen) => {
    const { place } = chosen.found;
    const name = hookName(place, chosen.hook.id);
    const sent = batch.changes.filter(
      (change) => nameOfHook(change) === name && ends.get(change)?.outcome.end === "changed",
    );
    if (sent.length === 0 || !since) return;
    for (const [change, end] of await awaitOutcomes(run, chosen, sent, since)) {
      ends.set(change, end);
      run.told?.(end.outcome);
    }
  });
  const times = timesOf(batch, ends);
  const isNew = [...times.keys()].some((key) => !timesOf(batch, result.ends).has(key));
  const isNeeded = batch.changes.length === 0 ? isWorthKeeping(batch, times) : isNew;
  if (!isNeeded) return { ...result, ends };
  const failures = await kept(run, batch, () => keepUnlocked(run, batch, times));
  return { ends, since, failures: [...result.failures, ...failures] };
}

/** Keeps what the next run needs to know, and gives the lock back. */
export async function putAway(
  run: Run,
  batch: Batch,
  lock: Lock,
  ends: ReadonlyMap<Redelivery, Settled>,
): Promise<readonly Failure[]> {
  // Whoever has the lock by now has taken over what was sent under it.
  if (lock.lost.aborted) return [];
  const sent = [...lock.earlier, ...lock.sent()];
  const failures = await kept(run, batch, () => keep(run, batch, timesOf(batch, ends), sent));
  try {
    // What the variable could not take stays in the lock, until it counts as abandoned.
    if (failures.length === 0 || sent.length === 0) await run.puttingAway(() => lock.release());
    else lock.abandon();
  } catch (error) {
    run.log.warning(`${lockName(batch)} of ${batch.store.name} could not be given back: ${problemOf(error)}`);
  }
  return failures;
}

async function kept(run: Run, { variable, store }: Batch, act: () => Promise<void>): Promise<readonly Failure[]> {
  try {
    await run.puttingAway(act);
    return [];
  } catch (error) {
    const problem = `the time of this run could not be kept in ${variable}: ${problemOf(error)}`;
    return [{ target: store.name, problem }];
  }
}

/** The times of those webhooks of which nothing is left for another run. */
function timesOf({ chosen, changes }: Batch, ends: ReadonlyMap<Redelivery, Settled>): ReadonlyMap<string, Date> {
  const settled = new Set(changes.filter((change) => ends.get(change)?.isSettled).map(({ target }) => target));
  const done = chosen.filter(({ found, hook }) => wantedOf(found, hook).every(({ target }) => settled.has(target)));
  return new Map(done.map(({ found, hook }) => [hook.key, found.began]));
}
