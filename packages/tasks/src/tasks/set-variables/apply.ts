import { isConflictError } from "@forgehand/core";
import type { Applied, Outcome } from "../../plan.ts";
import { Problem } from "../../problem.ts";
import { applyEach } from "../../run/apply-each.ts";
import type { RunContext } from "../../run/run-context.ts";
import { accessDifference, readAccess } from "../../stores/access/read-access.ts";
import { isSameAccess } from "../../stores/access/store-access.ts";
import { applyDeletions } from "../../stores/apply-deletions.ts";
import { checkSettled } from "../../stores/check-settled.ts";
import { createItemReader } from "../../stores/item-store.ts";
import { type ConfigVariable, type ConfigVariables, openVariables, type VariableScope } from "./config-variables.ts";
import type { VariableChange, VariableWrite } from "./plan.ts";
import type { VariableReading, VariableState } from "./read.ts";

/** Makes the changes of variables: values and access, and deletions where nothing else failed. */
export async function applyVariableChanges(
  run: RunContext,
  changes: readonly VariableChange[],
  state: VariableState,
): Promise<Applied<VariableChange>> {
  const writes = await applyWrites(
    run,
    changes.filter((change) => change.does !== "delete"),
    state,
  );
  const deletions = await applyDeletions(
    run,
    changes.filter((change) => change.does === "delete"),
    writes,
    (scope: VariableScope, work) => openVariables(run, scope, work),
  );
  return { outcomes: [...writes, ...deletions], failures: [] };
}

function applyWrites(
  run: RunContext,
  changes: readonly VariableWrite[],
  { found }: VariableState,
): Promise<readonly Outcome<VariableWrite>[]> {
  const readers = [createItemReader<ConfigVariable>(changes), createItemReader<ConfigVariable>(changes)] as const;
  const readingOf = ({ index }: VariableWrite) => {
    const reading = found[index];
    if (!reading) throw new Error("Every change must refer to a variable that was read.");
    return reading;
  };

  async function differenceAt(readItem: (typeof readers)[0], change: VariableWrite): Promise<string | undefined> {
    const { entry, access: accessBefore } = readingOf(change);
    const store = await openVariables(run, change.scope);
    const current = await readItem(store, change.scope, change.name);
    if (!current) return "it was deleted in the meantime";
    if (current.value !== entry.value) return "it has another value";
    const access = change.access ?? accessBefore;
    return access && accessDifference(store, current, access);
  }

  return applyEach(run, changes, {
    async apply(change, work) {
      const reading = readingOf(change);
      const { name, access } = change;
      const store = await openVariables(run, change.scope, work);
      if (await isDone(store, reading, change)) return;
      const fields = { value: reading.entry.value, access };
      if (reading.stored) return void (await store.update(name, fields));
      await store.create(name, fields).catch(async (error: unknown) => {
        // Another run has created it.
        if (!isConflictError(error) || !(await isDone(store, reading, change))) throw error;
      });
    },
    verify: (change) => checkSettled(run, readers, (readItem) => differenceAt(readItem, change)),
  });
}

/**
 * Reads a variable again before it is written, so that a concurrent change is not undone.
 * @returns true if another process has made the same change
 * @throws Problem if it was changed otherwise since it was read
 */
async function isDone(
  store: ConfigVariables,
  { entry, scope, stored, access: accessBefore }: VariableReading,
  { name, access }: VariableWrite,
): Promise<boolean> {
  const current = await store.get(name);
  if (!current && !stored) return false;
  if (!current) throw new Problem("it was deleted since this run started. It was not created again: run again.");
  const needsAccess = access !== undefined || current.value === entry.value;
  const currentAccess = needsAccess ? await readAccess(store, scope, current, "variable") : undefined;
  const isAsDesired =
    current.value === entry.value && (!access || (currentAccess && isSameAccess(currentAccess, access)));
  if (isAsDesired) return true;
  if (!stored) throw new Problem("it was created since this run started. It was not changed: run again.");
  const isUnchanged =
    current.value === stored.value &&
    current.updatedAt === stored.updatedAt &&
    current.visibility === stored.visibility &&
    (!access || !accessBefore || !currentAccess || isSameAccess(currentAccess, accessBefore));
  if (isUnchanged) return false;
  throw new Problem("it was changed since this run started. It was not changed again: run again.");
}
