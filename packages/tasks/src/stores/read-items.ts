import { isAuthenticationError } from "@forgehand/core";
import type { Failure } from "../plan.ts";
import { describeError } from "../problem.ts";
import type { RunContext } from "../run/run-context.ts";
import type { AccessSettings } from "./access/access-settings.ts";
import { type AccessReading, type AccessStore, readAccess } from "./access/read-access.ts";
import { resolveDesiredAccess } from "./access/resolve-desired-access.ts";
import type { ScopeEntries } from "./find-scopes.ts";
import { type ItemReader, readStored, type StoredItem } from "./item-store.ts";
import { type PruneMatcher, undeclaredItems } from "./prune.ts";
import { itemName, type StoreScope } from "./store-scope.ts";

/** An entry that names an item. */
interface ItemEntry {
  readonly access: AccessSettings;
  readonly prune: readonly PruneMatcher[];
}

/** The current state of an item that an entry names. */
export interface ItemReading<Entry, Scope extends StoreScope, Stored extends StoredItem> extends AccessReading {
  readonly entry: Entry;
  readonly scope: Scope;
  readonly stored: Stored | undefined;
  /** Number of items of its kind in the scope; undefined if irrelevant. */
  readonly count: number | undefined;
}

/**
 * Reads the items of one scope that entries name, and those to prune.
 * @param nameOf returns the name of an entry's item
 * @param noun what the items are, such as "secret"
 * @throws ForgeError if the scope can't be read at all
 */
export async function readItems<Scope extends StoreScope, Entry extends ItemEntry, Stored extends StoredItem>(
  run: RunContext,
  store: ItemReader<Stored> & AccessStore,
  { scope, entries }: ScopeEntries<Scope, Entry>,
  nameOf: (entry: Entry) => string,
  noun: string,
) {
  const prune = entries.flatMap((entry) => entry.prune);
  const names = entries.map(nameOf);
  const { storedOf, count, ...list } = await readStored(store, names, prune.length > 0);
  const found: ItemReading<Entry, Scope, Stored>[] = [];
  const unreadable: Failure[] = [];
  for (const entry of entries) {
    try {
      const stored = storedOf(nameOf(entry));
      const access = stored && (await readAccess(store, scope, stored, noun));
      const desiredAccess =
        scope.level === "organization" ? await resolveDesiredAccess(run, entry.access, scope.org) : undefined;
      found.push({ entry, scope, stored, count, access, desiredAccess });
    } catch (error) {
      if (isAuthenticationError(error)) throw error;
      unreadable.push({ target: itemName(scope, nameOf(entry)), problem: describeError(error) });
    }
  }
  const undeclared = undeclaredItems(scope, list, names, prune);
  return { found, unreadable: [...unreadable, ...undeclared.unreadable], undeclared: undeclared.items };
}
