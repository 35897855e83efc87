import {
  createRepositoryVariable,
  deleteRepositoryVariable,
  updateRepositoryVariable,
} from "@forgehand/core/operations";
import type { Outcome } from "../../plan.ts";
import { each } from "../../run/each.ts";
import { startProgress } from "../../run/progress/progress.ts";
import type { Task } from "../../task.ts";
import type { Batch } from "./batch.ts";
import { finishBatch } from "./finish.ts";
import { hookName, REDELIVER } from "./hooks/hook-place.ts";
import { type Options, readOptions, scopeOf } from "./options.ts";
import { chooseHooks, planRedeliveries, type Redelivery } from "./plan.ts";
import { type Found, readAll, type State } from "./read.ts";
import { sendBatch } from "./send.ts";

/** Sends each event again that no attempt has delivered, once a run (document 1, Delivery records and redelivery). */
export const redeliver: Task<Options, State, Redelivery> = {
  name: "redeliver",
  title: "Redeliver failed deliveries",
  declare: readOptions,
  scope: scopeOf,
  read: readAll,
  plan: planRedeliveries,

  calls(changes) {
    const perKind = [...Map.groupBy(changes, ({ kind }) => kind)];
    const places = new Set(changes.map(({ place }) => place)).size;
    return [
      ...perKind.map(([kind, own]) => ({ operation: REDELIVER[kind], count: own.length })),
      // The lock, what is written into it, and the times.
      { operation: createRepositoryVariable, count: places },
      { operation: updateRepositoryVariable, count: places + Math.ceil(changes.length / 50) },
      { operation: deleteRepositoryVariable, count: places },
    ];
  },

  async apply(run, changes, { found }) {
    const batches = batchesOf(found, changes);
    const sending = startProgress(run, "Sent", changes.length);
    const results = await each(run, batches, async (batch) => {
      if (batch.changes.length === 0) return finishBatch(run, batch, NOTHING);
      return finishBatch(run, batch, await sendBatch(run, batch, sending.step));
    });
    sending.end();
    const done = results.flatMap((end) => (end.end === "done" ? [end.result] : []));
    const outcomes = new Map(done.flatMap(({ ends }) => [...ends]));
    return {
      outcomes: changes.map(
        (change): Outcome<Redelivery> =>
          outcomes.get(change)?.outcome ?? { change, end: "not begun", note: "the run was cancelled before" },
      ),
      failures: done.flatMap(({ failures }) => failures),
    };
  },
};

const NOTHING = { ends: new Map(), failures: [], since: undefined };

/** What is to be done by where the times are kept. */
function batchesOf(found: readonly Found[], changes: readonly Redelivery[]): readonly Batch[] {
  const chosen = chooseHooks(found);
  const byStore = Map.groupBy(found, ({ place, options }) => `${place.store.key} ${options.variable}`);
  return [...byStore.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const ownChosen = chosen.filter((one) => own.includes(one.found));
    const names = new Set(ownChosen.map(({ found, hook }) => hookName(found.place, hook.id)));
    return {
      // All of one group have these alike.
      ...{ store: first.place.store, variable: first.options.variable },
      ...{ found: own, chosen: ownChosen },
      changes: changes.filter(({ kind, place, hook }) => names.has(hookName({ kind, name: place }, hook))),
    };
  });
}
