import { Stopped } from "../../run/ending/ending.ts";
import { pause } from "../../run/pause.ts";
import type { Run } from "../../run/run.ts";
import type { Rotation } from "./plan.ts";
import { areSame, describe, isVisibility } from "./readers/readers.ts";
import type { Store, Stored } from "./vault/store.ts";
import { isNamed, keyOfVault, type Vault } from "./vault/vault.ts";

/** Milliseconds after which what a service has just taken shows everywhere. */
const SETTLING = 3000;

/** Milliseconds after the answer to a write from which on what was written is somebody else's. */
const FOREIGN = 10_000;

type ReadBack = (change: Rotation, sent: Date | undefined) => Promise<string | undefined>;

/**
 * Reads back what was written: a vault's changes with one list. What is not as it should be is looked at once more after a
 * pause, as the service may show late what it has.
 * @returns what is not as it should be; undefined where everything is
 */
export function createReadBack(
  run: Run,
  changes: readonly Rotation[],
  storeFor: (vault: Vault) => Promise<Store>,
): ReadBack {
  const perVault = Map.groupBy(changes, ({ vault }) => keyOfVault(vault));
  const first = createLook(perVault);
  const second = createLook(perVault);

  async function differenceAt(look: Look, { vault, secret, readers }: Rotation, sent: Date | undefined) {
    const store = await storeFor(vault);
    const now = await look(store, vault, secret);
    if (!now) return "the secret was deleted meanwhile";
    if (readers) {
      const { visibility = "" } = now;
      if (!isVisibility(visibility))
        return `it is visible to ${JSON.stringify(visibility)} now, not ${describe(readers)}`;
      const repositories = visibility === "selected" ? await store.readers(secret) : [];
      if (!areSame(readers, { visibility, repositories })) {
        return `it should be ${describe(readers)} and is ${describe({ visibility, repositories })}`;
      }
    }
    return timeDifference(now, sent);
  }

  return async (change, sent) => {
    const difference = await differenceAt(first, change, sent);
    if (difference === undefined) return undefined;
    await pause(run, SETTLING);
    if (run.stopping.aborted) throw new Stopped(false);
    return differenceAt(second, change, sent);
  };
}

/** How a secret is now, with the fewest calls. */
type Look = (store: Store, vault: Vault, secret: string) => Promise<Stored | undefined>;

function createLook(perVault: ReadonlyMap<string, readonly Rotation[]>): Look {
  const lists = new Map<string, Promise<readonly Stored[]>>();
  return async (store, vault, secret) => {
    const key = keyOfVault(vault);
    if (store.get && perVault.get(key)?.length === 1) return store.get(secret);
    const list = lists.get(key) ?? store.list();
    lists.set(key, list);
    return (await list).find(isNamed(secret));
  };
}

function timeDifference({ updatedAt }: Stored, sent: Date | undefined): string | undefined {
  if (updatedAt === undefined) return "the service does not tell when its value was last set";
  // Both in whole seconds of the service's clock: set in the second of the answer, or in the one before it at most.
  if (sent && Date.parse(updatedAt) < sent.getTime() - 1000) {
    return `its value was last set ${updatedAt}, before this run`;
  }
  if (sent && Date.parse(updatedAt) > sent.getTime() + FOREIGN) {
    return `somebody else has set it again at ${updatedAt}, after this run had: it may have another value`;
  }
  return undefined;
}
