import { serviceTime } from "../service-time.ts";
import { hasName, type StoreScope, scopeKey } from "./store-scope.ts";

/** A secret or a variable, as the service returns it. */
export interface StoredItem {
  readonly name: string;
  /** Undefined if the service does not show it, as may happen for an item that was just written. */
  readonly updatedAt: string | undefined;
  /** Visibility of an organization's item, as the service names it. */
  readonly visibility: string | undefined;
}

/**
 * Calls that read the items of one scope, whatever their kind and level.
 * @throws ForgeError
 */
export interface ItemReader<Item extends StoredItem> {
  readonly list: () => Promise<readonly Item[]>;
  /** Returns the number of items, and the service's time. */
  readonly count: () => Promise<{ readonly count: number; readonly at: Date | undefined }>;
  /** Reads one item; undefined if the service lists all of them in a call. */
  readonly get: ((name: string) => Promise<Item | undefined>) | undefined;
}

/** Returns the number of items that a list response states, and the service's time. */
export function countOf(response: { readonly output: { readonly total_count: number }; readonly headers: Headers }) {
  return { count: response.output.total_count, at: serviceTime(response.headers) };
}

/**
 * Reads items with as few calls as possible: a single one is requested directly, several are listed.
 * @param needsAll true if all items of the scope are needed, not only those with the names
 */
export async function readStored<Item extends StoredItem>(
  { list, get, count }: ItemReader<Item>,
  names: readonly string[],
  needsAll: boolean,
): Promise<{
  readonly storedOf: (name: string) => Item | undefined;
  /** Number of items; undefined if irrelevant. */
  readonly count: number | undefined;
  /** All items, if they were listed. */
  readonly items: readonly Item[];
}> {
  const [name, ...others] = names;
  if (get && name !== undefined && others.length === 0 && !needsAll) {
    const stored = await get(name);
    // If the item is missing, its scope may be missing too; `count` then fails.
    return { storedOf: () => stored, count: stored ? undefined : (await count()).count, items: [] };
  }
  const items = await list();
  return { storedOf: (name) => items.find(hasName(name)), count: items.length, items };
}

/** Reads the current state of an item. */
type ReadItem<Item extends StoredItem> = (
  store: Pick<ItemReader<Item>, "list" | "get">,
  scope: StoreScope,
  name: string,
) => Promise<Item | undefined>;

/**
 * Creates a reader of the items that changes name, with as few calls as possible: the items of a scope are listed once,
 * and a single one is requested directly.
 */
export function createItemReader<Item extends StoredItem>(
  changes: readonly { readonly scope: StoreScope }[],
): ReadItem<Item> {
  const counts = new Map<string, number>();
  for (const { scope } of changes) counts.set(scopeKey(scope), (counts.get(scopeKey(scope)) ?? 0) + 1);
  const lists = new Map<string, Promise<readonly Item[]>>();
  return async (store, scope, name) => {
    const key = scopeKey(scope);
    if (store.get && counts.get(key) === 1) return store.get(name);
    const list = lists.get(key) ?? store.list();
    lists.set(key, list);
    return (await list).find(hasName(name));
  };
}
