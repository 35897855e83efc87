import type { Outcome } from "../../plan.ts";
import { startProgress } from "../../run/progress/progress.ts";
import { settleEach } from "../../run/settle-each.ts";
import type { Task } from "../../run/task.ts";
import { type Batch, hookNameOf } from "./batch.ts";
import { STATE_OPERATIONS } from "./checkpoint/variable-store.ts";
import { finishBatch } from "./finish.ts";
import { HOOK_OPERATIONS, hookName } from "./hooks/hook-scope.ts";
import { chooseHooks, failedAgainNote, planRedeliveries, type Redelivery } from "./plan.ts";
import { type RedeliveryState, readRedeliveryState, type ScopeReading } from "./read.ts";
import { redeliverOperations } from "./redeliver-operations.ts";
import { type RedeliverOptions, readRedeliverOptions, scopeOf } from "./redeliver-options.ts";
import { sendBatch } from "./send.ts";

/** Redelivers each event for which no delivery attempt succeeded, at most once per run. */
export const redeliver: Task<RedeliverOptions, RedeliveryState, Redelivery> = {
  name: "redeliver",
  title: "Redeliver failed deliveries",
  readEntries: (settings) => [readRedeliverOptions(settings)],
  targets: scopeOf,
  operations: redeliverOperations,
  read: readRedeliveryState,
  plan: planRedeliveries,

  calls(changes) {
    const perKind = [...Map.groupBy(changes, ({ kind }) => kind)];
    const stored = changes.filter(({ usesVariables }) => usesVariables);
    const { create, update, remove } = STATE_OPERATIONS.repository;
    const scopeCount = new Set(stored.map(({ scope }) => scope)).size;
    return [
      ...perKind.map(([kind, { length: count }]) => ({ operation: HOOK_OPERATIONS[kind].redeliver, count })),
      // The lock, the entries written into it, and the checkpoint.
      { operation: create, count: scopeCount },
      { operation: update, count: scopeCount + Math.ceil(stored.length / 50) },
      { operation: remove, count: scopeCount },
    ];
  },

  async apply(run, changes, { found }) {
    const batches = batchesOf(found, changes);
    const progress = startProgress(run, "Sent", changes.length);
    const results = await settleEach(run, batches, async (batch) => {
      if (batch.changes.length === 0) return finishBatch(run, batch, EMPTY_RESULT);
      return finishBatch(run, batch, await sendBatch(run, batch, progress.step));
    });
    progress.end();
    const completed = results.flatMap((result) => (result.end === "done" ? [result.result] : []));
    const outcomes = new Map(completed.flatMap(({ results: batchResults }) => [...batchResults]));
    const failedAgain = Array.from(outcomes.values()).filter(({ failed }) => failed && !failed.isLast);
    return {
      outcomes: changes.map(
        (change): Outcome<Redelivery> =>
          outcomes.get(change)?.outcome ?? { change, end: "not-started", note: "the run was cancelled" },
      ),
      failures: completed.flatMap(({ failures }) => failures),
      notes: [...Map.groupBy(failedAgain, ({ outcome }) => hookNameOf(outcome.change))].flatMap(([name, results]) =>
        failedAgainNote(
          name,
          results.flatMap(({ failed }) => failed?.attempt ?? []),
        ),
      ),
      givenUp: Array.from(outcomes.values()).flatMap(({ outcome: { change, note }, failed }) =>
        failed?.isLast ? [{ target: change.target, problem: note ?? "given up", isNew: true }] : [],
      ),
    };
  },
};

const EMPTY_RESULT = { results: new Map(), failures: [], since: undefined };

/** Groups redeliveries by the variable that stores their checkpoint. */
function batchesOf(found: readonly ScopeReading[], changes: readonly Redelivery[]): readonly Batch[] {
  const chosen = chooseHooks(found);
  const byStore = Map.groupBy(found, ({ scope, options }) => `${scope.store.key} ${options.variable}`);
  return [...byStore.values()].flatMap((ownReadings) => {
    const [first] = ownReadings;
    if (!first) return [];
    const ownChosen = chosen.filter((chosenHook) => ownReadings.includes(chosenHook.reading));
    const names = new Set(ownChosen.map(({ reading, hook }) => hookName(reading.scope, hook.id)));
    return {
      // These are equal for all scopes of a group.
      store: first.scope.store,
      variable: first.options.variable,
      found: ownReadings,
      chosen: ownChosen,
      changes: changes.filter(({ kind, scope, hook }) => names.has(hookName({ kind, name: scope }, hook))),
    };
  });
}
