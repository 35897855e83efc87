import { CancelledError } from "../../cancellation/cancellation.ts";
import { pause } from "../../run/pause.ts";
import type { RunContext } from "../../run/run-context.ts";
import { describeAccess, isSameAccess, isVisibility } from "../../stores/access/store-access.ts";
import { createItemReader, type StoredItem } from "../../stores/item-store.ts";
import type { AccessChange, Rotation } from "./plan.ts";
import type { SecretScope } from "./secret-store/secret-scope.ts";
import type { SecretStore } from "./secret-store/secret-store.ts";

/** Milliseconds until a write is visible everywhere. */
const SETTLE_DELAY = 3000;

/** If a secret was last set more than this many milliseconds after this run's write, another writer set it. */
const FOREIGN_WRITE_AFTER = 10_000;

/** @param respondedAt the service's time of the write, if the value was set */
type VerifyRotation = (change: WrittenChange, respondedAt: Date | undefined) => Promise<string | undefined>;

type WrittenChange = Rotation | AccessChange;

/**
 * Verifies writes, with one list call per scope. A difference is checked again after a delay, because lists may lag
 * behind.
 * @returns the difference; undefined if everything is as expected
 */
export function createVerifier(
  run: RunContext,
  changes: readonly WrittenChange[],
  storeFor: (scope: SecretScope) => Promise<SecretStore>,
): VerifyRotation {
  const first = createItemReader(changes);
  const second = createItemReader(changes);

  async function differenceAt(
    readItem: typeof first,
    { does, scope, secret, access }: WrittenChange,
    respondedAt: Date | undefined,
  ) {
    const store = await storeFor(scope);
    const current = await readItem(store, scope, secret);
    if (!current) return "the secret was deleted in the meantime";
    if (access) {
      const { visibility = "" } = current;
      if (!isVisibility(visibility))
        return `it should be ${describeAccess(access)} and has the visibility ${JSON.stringify(visibility)}`;
      const repositories = visibility === "selected" ? await store.accessRepositories(secret) : [];
      if (!isSameAccess(access, { visibility, repositories })) {
        return `it should be ${describeAccess(access)} and is ${describeAccess({ visibility, repositories })}`;
      }
    }
    return does === "rotate" ? timeDifference(current, respondedAt) : undefined;
  }

  return async (change, respondedAt) => {
    const difference = await differenceAt(first, change, respondedAt);
    if (difference === undefined) return undefined;
    await pause(run, SETTLE_DELAY);
    if (run.stopping.aborted) throw new CancelledError(false);
    return differenceAt(second, change, respondedAt);
  };
}

function timeDifference({ updatedAt }: StoredItem, respondedAt: Date | undefined): string | undefined {
  if (updatedAt === undefined) return "the service does not show when its value was last set";
  // Both are in whole seconds of the service's clock: the write is dated at most one second before the response.
  if (respondedAt && Date.parse(updatedAt) < respondedAt.getTime() - 1000) {
    return `its value was last set ${updatedAt}, before this run`;
  }
  if (respondedAt && Date.parse(updatedAt) > respondedAt.getTime() + FOREIGN_WRITE_AFTER) {
    return `it was set again at ${updatedAt}, after this run: it may have another value`;
  }
  return undefined;
}
