import { type StoreLevel, type StoreScope, scopeKey, scopeName } from "./store-scope.ts";

/** Maximum number of items of a kind, by level. */
export type MaxItems = Readonly<Record<StoreLevel, number>>;

/** Number of items that a scope has; undefined if irrelevant. */
interface CountedScope {
  readonly scope: StoreScope;
  readonly count: number | undefined;
}

/**
 * Tracks the number of items per scope.
 * @returns a function that returns the problem with adding one more, or undefined
 */
export function capacityCheck(
  found: readonly CountedScope[],
  max: MaxItems,
): (scope: StoreScope, description: { readonly items: string; readonly name: string }) => string | undefined {
  const counts = new Map<string, number>();
  for (const { scope, count } of found) if (count !== undefined) counts.set(scopeKey(scope), count);
  return (scope, { items, name }) => {
    const key = scopeKey(scope);
    const count = (counts.get(key) ?? 0) + 1;
    const limit = max[scope.level];
    if (count > limit) {
      const article = scope.level === "repository" ? "a" : "an";
      return `${scopeName(scope)} has ${limit.toLocaleString("en")} ${items}, the maximum for ${article} ${scope.level}; ${name} would be one more. Delete an unused one first.`;
    }
    counts.set(key, count);
    return undefined;
  };
}
