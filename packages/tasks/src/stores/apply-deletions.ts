import type { Work } from "../cancellation/work.ts";
import type { Change, Outcome } from "../plan.ts";
import { Problem } from "../problem.ts";
import { applyEach } from "../run/apply-each.ts";
import type { RunContext } from "../run/run-context.ts";
import { findItem, type ItemList } from "./item-store.ts";
import type { Deletion } from "./prune.ts";
import { type ItemScope, type StoreScope, scopeKey } from "./store-scope.ts";

/** Calls that list and delete the items of one scope. */
interface DeletionStore {
  readonly list: () => Promise<ItemList>;
  readonly remove: (name: string) => Promise<unknown>;
}

/**
 * Deletes items, unless they have been set since they were read, and verifies that they are gone.
 * @param written outcomes of the other changes; nothing is deleted in a scope where one of them failed
 */
export async function applyDeletions<Scope extends StoreScope>(
  run: RunContext,
  changes: readonly Deletion<Scope>[],
  written: readonly Outcome<Change & { readonly scope: ItemScope }>[],
  storeFor: (scope: Scope, work?: Work) => Promise<DeletionStore>,
): Promise<readonly Outcome<Deletion<Scope>>[]> {
  const failedScopes = new Set(
    written.flatMap(({ change, end }) => (end === "changed" ? [] : [scopeKey(change.scope)])),
  );
  const [listBefore, listAfter] = [createLister(storeFor), createLister(storeFor)];
  return applyEach(run, changes, {
    withhold: ({ scope }) =>
      failedScopes.has(scopeKey(scope)) ? "nothing is deleted where another change failed" : undefined,
    async apply({ scope, name, updatedAt }, work) {
      const current = findItem(await listBefore(scope), name);
      if (!current) return;
      if (current.updatedAt !== updatedAt)
        throw new Problem(
          `it was set again at ${current.updatedAt ?? "an unknown time"}. It was not deleted: run again.`,
        );
      await (await storeFor(scope, work)).remove(name);
    },
    verify: async ({ scope, name }) => (findItem(await listAfter(scope), name) ? "it still exists" : undefined),
  });
}

/** Lists the items of each scope once. */
function createLister<Scope extends StoreScope>(storeFor: (scope: Scope) => Promise<DeletionStore>) {
  const lists = new Map<string, Promise<ItemList>>();
  return (scope: Scope): Promise<ItemList> => {
    const key = scopeKey(scope);
    const list = lists.get(key) ?? storeFor(scope).then((store) => store.list());
    lists.set(key, list);
    return list;
  };
}
