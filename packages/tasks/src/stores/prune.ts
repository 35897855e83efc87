import { wildcardMatcher } from "@forgehand/core/internal";
import type { Change, Failure } from "../plan.ts";
import { describeError } from "../problem.ts";
import type { Settings } from "../settings/create-settings.ts";
import type { ItemList, StoredItem } from "./item-store.ts";
import { isSameName, itemName, type StoreScope } from "./store-scope.ts";

/** Returns whether a name, in upper case, matches a pattern of names to prune. */
export type PruneMatcher = (name: string) => boolean;

/** Reads the patterns of names whose items are deleted if no entry declares them. */
export function readPrune(settings: Settings): readonly PruneMatcher[] {
  return (settings.optional("prune") ?? []).map((pattern) => wildcardMatcher(pattern.toUpperCase()));
}

/** An item to delete, because no entry declares it. */
export interface UndeclaredItem<Scope extends StoreScope = StoreScope, Item extends StoredItem = StoredItem> {
  readonly scope: Scope;
  readonly stored: Item;
}

/** The items to delete, and those that the service shows in an unexpected form. */
export interface UndeclaredItems<Scope extends StoreScope, Item extends StoredItem> {
  readonly items: readonly UndeclaredItem<Scope, Item>[];
  readonly unreadable: readonly Failure[];
}

/** Returns the items of a scope that entries prune and none declares. */
export function undeclaredItems<Scope extends StoreScope, Item extends StoredItem>(
  scope: Scope,
  { items, unexpected }: ItemList<Item>,
  declared: readonly string[],
  prune: readonly PruneMatcher[],
): UndeclaredItems<Scope, Item> {
  const isUndeclared = ({ name }: { readonly name: string }) =>
    !declared.some((declaredName) => isSameName(declaredName, name)) &&
    prune.some((matches) => matches(name.toUpperCase()));
  return {
    items: items.filter(isUndeclared).map((stored) => ({ scope, stored })),
    unreadable: unexpected
      .filter(isUndeclared)
      .map(({ name, error }) => ({ target: itemName(scope, name), problem: describeError(error) })),
  };
}

/** An item that is no longer declared. */
export interface Deletion<Scope extends StoreScope = StoreScope> extends Change {
  readonly does: "delete";
  readonly name: string;
  readonly scope: Scope;
  /** Time of the last write that the plan knows of. */
  readonly updatedAt: string | undefined;
}

/**
 * Plans deletions. Nothing is deleted if some targets are unknown: another entry could declare an item for one of them.
 * @param describe returns the kind of an item, and its state before the deletion
 */
export function planDeletions<Scope extends StoreScope, Item extends StoredItem>(
  undeclared: readonly UndeclaredItem<Scope, Item>[],
  unreadable: readonly Failure[],
  describe: (item: UndeclaredItem<Scope, Item>) => { readonly kind: string; readonly before: string },
): readonly Deletion<Scope>[] {
  if (unreadable.length > 0) return [];
  return undeclared.map((item) => {
    const { scope, stored } = item;
    const { kind, before } = describe(item);
    return {
      does: "delete",
      target: itemName(scope, stored.name),
      what: `deletion, because it is not declared (${kind})`,
      before,
      after: "none",
      name: stored.name,
      scope,
      updatedAt: stored.updatedAt,
    };
  });
}

/** @param noun what the items are, such as "secret" */
export function pruneNotes(
  undeclared: readonly UndeclaredItem[],
  unreadable: readonly Failure[],
  noun: string,
): readonly string[] {
  if (unreadable.length === 0 || undeclared.length === 0) return [];
  const subject =
    undeclared.length === 1
      ? `One ${noun} that is not declared stays`
      : `${undeclared.length.toLocaleString("en")} ${noun}s that are not declared stay`;
  return [`${subject}, because some targets could not be read.`];
}
