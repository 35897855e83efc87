import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@forgehand/core";
import { listRepositoryHookDeliveries } from "@forgehand/core/operations";
import { problemOf } from "../../problem.ts";
import type { Outcome } from "../../task.ts";
import { later, type Redelivery } from "./records.ts";

/** Milliseconds between two looks at a webhook's records. */
const PAUSE = 500;

/**
 * Waits until every redelivery has its record, and tells how each went.
 * @param wait seconds; what has no record by then is told as a problem
 */
export async function awaitOutcomes(
  client: Client,
  applied: readonly Outcome<Redelivery>[],
  wait: number,
): Promise<Outcome<Redelivery>[]> {
  const deadline = performance.now() + wait * 1000;
  const outcomes = new Map<Redelivery, Outcome<Redelivery>>();
  // Why a webhook's records could not be read, the last time that they were looked at.
  const unread = new Map<number, string>();
  for (;;) {
    const open = applied.map(({ change }) => change).filter((change) => !outcomes.has(change));
    for (const [hook, changes] of Map.groupBy(open, (change) => change.hook)) {
      unread.delete(hook);
      const found = await lookAtHook(client, changes).catch((error: unknown) => {
        unread.set(hook, `it was sent, but not read back: ${problemOf(error)}`);
        return [];
      });
      for (const outcome of found) outcomes.set(outcome.change, outcome);
    }
    if (outcomes.size === applied.length || performance.now() > deadline) break;
    await sleep(PAUSE);
  }
  const none = `no outcome within ${wait} s; the service may still be trying`;
  return applied.map(
    ({ change }) => outcomes.get(change) ?? { change, end: "unknown", note: unread.get(change.hook) ?? none },
  );
}

/** How those redeliveries to one webhook went that have a record by now. */
async function lookAtHook({ items }: Client, changes: readonly Redelivery[]): Promise<Outcome<Redelivery>[]> {
  const [first] = changes;
  if (!first) return [];
  const outcomes = new Map<Redelivery, Outcome<Redelivery>>();
  for await (const record of items(listRepositoryHookDeliveries, { ...first.repository, hook_id: first.hook })) {
    // The newest come first: nothing further back can be an answer to what was just sent.
    const before = changes.filter(({ delivery }) => later(record, delivery));
    if (before.length === 0) break;
    const change = before.find(({ delivery }) => delivery.guid === record.guid);
    if (!change || outcomes.has(change)) continue;
    if (record.status === "OK") outcomes.set(change, { change, end: "changed" });
    else outcomes.set(change, { change, end: "failed", note: `the receiver failed again: ${record.status}` });
  }
  return [...outcomes.values()];
}
