import type { CallOptions, Client, InvalidItem, Item, ListOperation } from "@forgehand/core";
import { hasName, type ItemScope, scopeKey } from "./store-scope.ts";

/** A secret or a variable, as the service returns it. */
export interface StoredItem {
  readonly name: string;
  /** Undefined if the service does not show it, as may happen for an item that was just written. */
  readonly updatedAt: string | undefined;
  /** Visibility of an organization's item, as the service names it. */
  readonly visibility: string | undefined;
}

/** The items of a scope. */
export interface ItemList<Stored extends StoredItem = StoredItem> {
  readonly items: readonly Stored[];
  /** Items that the service shows in an unexpected form. */
  readonly unexpected: readonly UnexpectedItem[];
}

/** An item that the service shows in an unexpected form, and what is unexpected. */
export interface UnexpectedItem {
  readonly name: string;
  readonly error: Error;
}

/**
 * Returns the item with a name.
 * @throws ForgeError if the service shows it in an unexpected form
 */
export function findItem<Stored extends StoredItem>(list: ItemList<Stored>, name: string): Stored | undefined {
  const isNamed = hasName(name);
  const found = list.unexpected.find(isNamed);
  if (found) throw found.error;
  return list.items.find(isNamed);
}

/**
 * Lists the items of a scope. One in an unexpected form affects only itself, as long as it has a name.
 * @throws ForgeError
 */
export async function listItems<I extends Readonly<Record<string, unknown>>, A, Stored extends StoredItem>(
  client: Client,
  operation: ListOperation<I, A>,
  input: NoInfer<I>,
  options: CallOptions,
  toStored: (item: Item<A>) => Stored,
): Promise<ItemList<Stored>> {
  const unexpected: UnexpectedItem[] = [];
  const onInvalidItem = ({ item, error }: InvalidItem) => {
    const name: unknown = Object(item).name;
    if (typeof name !== "string") throw error;
    unexpected.push({ name, error });
  };
  const items: Stored[] = [];
  for await (const item of client.items(operation, input, { ...options, onInvalidItem })) items.push(toStored(item));
  return { items, unexpected };
}

/**
 * Calls that read the items of one scope, whatever their kind and level.
 * @throws ForgeError
 */
export interface ItemReader<Stored extends StoredItem> {
  readonly list: () => Promise<ItemList<Stored>>;
  readonly count: () => Promise<number>;
  /** Reads one item; undefined if the service lists all of them in a call. */
  readonly get: ((name: string) => Promise<Stored | undefined>) | undefined;
}

/** Items that were read, all of them if they were listed. */
export interface StoredItems<Stored extends StoredItem> extends ItemList<Stored> {
  /** @throws ForgeError if the service shows the item in an unexpected form */
  readonly storedOf: (name: string) => Stored | undefined;
  /** Number of items; undefined if irrelevant. */
  readonly count: number | undefined;
}

/**
 * Reads items with as few calls as possible: a single one is requested directly, several are listed.
 * @param needsAll true if all items of the scope are needed, not only those with the names
 */
export async function readStored<Stored extends StoredItem>(
  { list, get, count }: ItemReader<Stored>,
  names: readonly string[],
  needsAll: boolean,
): Promise<StoredItems<Stored>> {
  const [name, ...others] = names;
  if (get && name !== undefined && others.length === 0 && !needsAll) {
    const stored = await get(name);
    // If the item is missing, its scope may be missing too; `count` then fails.
    return { storedOf: () => stored, count: stored ? undefined : await count(), items: [], unexpected: [] };
  }
  const found = await list();
  const total = found.items.length + found.unexpected.length;
  return { storedOf: (name) => findItem(found, name), count: total, ...found };
}

/** Reads the current state of an item. */
type ReadItem<Stored extends StoredItem> = (
  store: Pick<ItemReader<Stored>, "list" | "get">,
  scope: ItemScope,
  name: string,
) => Promise<Stored | undefined>;

/**
 * Creates a reader of the items that changes name, with as few calls as possible: the items of a scope are listed once,
 * and a single one is requested directly.
 */
export function createItemReader<Stored extends StoredItem>(
  changes: readonly { readonly scope: ItemScope }[],
): ReadItem<Stored> {
  const counts = new Map<string, number>();
  for (const { scope } of changes) counts.set(scopeKey(scope), (counts.get(scopeKey(scope)) ?? 0) + 1);
  const lists = new Map<string, Promise<ItemList<Stored>>>();
  return async (store, scope, name) => {
    const key = scopeKey(scope);
    if (store.get && counts.get(key) === 1) return store.get(name);
    const list = lists.get(key) ?? store.list();
    lists.set(key, list);
    return findItem(await list, name);
  };
}
