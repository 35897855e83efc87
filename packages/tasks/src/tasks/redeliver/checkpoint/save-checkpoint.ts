import type { RunContext } from "../../../run/run-context.ts";
import { isLocked } from "../lock/acquire-lock.ts";
import type { ScopeReading } from "../read.ts";
import {
  type Checkpoint,
  type CheckpointUpdate,
  parseCheckpoint,
  serializeCheckpoint,
  updateCheckpoint,
} from "./checkpoint.ts";
import type { VariableStore } from "./variable-store.ts";

/** A variable that stores checkpoints, and what was read of their webhooks. */
export interface CheckpointVariable {
  readonly store: VariableStore;
  readonly variable: string;
  readonly found: readonly ScopeReading[];
}

/** Saves the checkpoints of webhooks and the redeliveries just sent, merged with the variable's current contents. */
export async function saveCheckpoint(
  { environment, log }: RunContext,
  { store, variable, found }: CheckpointVariable,
  update: CheckpointUpdate,
): Promise<void> {
  const { value: before, now } = await store.read(variable);
  const after = updateCheckpoint(parseCheckpoint(before, now), { ...update, isStale: staleKeys(found) });
  const { value, omitted } = serializeCheckpoint(after, environment["GITHUB_RUN_ID"], now);
  if (omitted > 0) {
    log.warning(
      `${variable} of ${store.name} is too small for the checkpoints of all webhooks: ${omitted} were dropped; the next run checks their whole history.`,
    );
  }
  const operations = before === undefined ? [store.create, store.update] : [store.update, store.create];
  for (const operation of operations) if (await operation(variable, value)) return;
}

/**
 * Saves checkpoints when nothing was sent and no lock was taken. If another run holds the lock, the write is skipped;
 * the next run then only checks further back.
 */
export async function saveCheckpointWithoutLock(
  run: RunContext,
  target: CheckpointVariable,
  update: CheckpointUpdate,
): Promise<void> {
  if (!(await isLocked(run, target.store, target.variable))) await saveCheckpoint(run, target, update);
}

/** Returns true if saving is worth a call: there are new or outdated checkpoints, or stale entries. */
export function needsSave({ found }: CheckpointVariable, times: ReadonlyMap<string, Date>): boolean {
  return found.some(({ checkpoint, hooks, began, options }) => {
    const isStale = staleKeys(found);
    const isOld = (since: Date | undefined) => !since || began.getTime() - since.getTime() > options.overlap;
    if (checkpoint.damaged !== undefined && times.size > 0) return true;
    return (
      hooks.some(({ checkpointKey, since }) => times.has(checkpointKey) && isOld(since)) ||
      hasStaleKey(checkpoint, isStale)
    );
  });
}

function hasStaleKey({ hooks }: Checkpoint, isStale: (key: string) => boolean): boolean {
  return [...hooks.keys()].some(isStale);
}

/** Returns a predicate for entries of deleted webhooks. An app's entry is never stale here. */
function staleKeys(found: readonly ScopeReading[]): (key: string) => boolean {
  const readings = found.filter(({ scope }) => scope.kind !== "app");
  const hookIds = new Set(readings.flatMap(({ listed, unexpected }) => [...listed, ...unexpected].map(({ id }) => id)));
  // A webhook without a readable id could be any.
  if (readings.length === 0 || hookIds.has(undefined)) return () => false;
  return (key) => {
    const [id = ""] = key.split(" ");
    return /^\d+$/.test(id) && !hookIds.has(id);
  };
}
