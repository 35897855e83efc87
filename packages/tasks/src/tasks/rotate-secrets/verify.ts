import type { RunContext } from "../../run/run-context.ts";
import { accessDifference } from "../../stores/access/read-access.ts";
import { checkSettled } from "../../stores/check-settled.ts";
import { createItemReader, type StoredItem } from "../../stores/item-store.ts";
import type { AccessChange, Rotation } from "./plan.ts";
import { openRotationStore, type RotationScope } from "./rotation-store.ts";

/** If a secret was last set more than this many milliseconds after this run's write, another writer set it. */
const FOREIGN_WRITE_AFTER = 10_000;

/** @param respondedAt the service's time of the write, if the value was set */
type VerifyRotation = (change: WrittenChange, respondedAt: Date | undefined) => Promise<string | undefined>;

type WrittenChange = Rotation | AccessChange;

/**
 * Verifies writes, with one list call per scope.
 * @returns the difference; undefined if everything is as expected
 */
export function createVerifier(run: RunContext, changes: readonly WrittenChange[]): VerifyRotation {
  const readers = [createItemReader(changes), createItemReader(changes)] as const;

  async function differenceAt(
    readItem: (typeof readers)[0],
    { does, scope, secret, access }: WrittenChange,
    respondedAt: Date | undefined,
  ) {
    const store = await openRotationStore(run, scope);
    const current = await readItem(store, scope, secret);
    if (!current) return "the secret was deleted in the meantime";
    const difference = access && (await accessDifference(store, current, access));
    if (difference !== undefined) return difference;
    return does === "rotate" ? timeDifference(current, scope, respondedAt) : undefined;
  }

  return (change, respondedAt) => checkSettled(run, readers, (readItem) => differenceAt(readItem, change, respondedAt));
}

function timeDifference(
  { updatedAt }: StoredItem,
  { kind }: RotationScope,
  respondedAt: Date | undefined,
): string | undefined {
  // A webhook's time is not its secret's, and an app's webhook has none.
  if (updatedAt === undefined)
    return kind === "webhook" ? undefined : "the service does not show when its value was last set";
  // Both are in whole seconds of the service's clock: the write is dated at most one second before the response.
  if (kind !== "webhook" && respondedAt && Date.parse(updatedAt) < respondedAt.getTime() - 1000) {
    return `its value was last set ${updatedAt}, before this run`;
  }
  if (respondedAt && Date.parse(updatedAt) > respondedAt.getTime() + FOREIGN_WRITE_AFTER) {
    return `it was set again at ${updatedAt}, after this run: it may have another value`;
  }
  return undefined;
}
