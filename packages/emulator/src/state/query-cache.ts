interface CacheEntry {
  readonly value: unknown;
  readonly size: number;
  /** The tables that the value was computed from, with their change counts at that time. */
  readonly dependencies: ReadonlyMap<string, number>;
  /** The revision at which the dependencies were last found unchanged. */
  checkedAt: number;
}

/** Limit of the cache: more than one page of every list, less than a gigabyte. */
const MAX_CACHED_ITEMS = 20_000;

/** A key of this many characters, such as one with a long search text, counts as one more item. */
const KEY_LENGTH_PER_ITEM = 1000;

/** Creates a cache of values computed from tables. A value is valid until one of its tables changes. */
export function createQueryCache() {
  const entries = new Map<string, CacheEntry>();
  const changeCounts = new Map<string, number>();
  /** Tables read by each value that is being computed; the innermost comes last. */
  const dependencyStack: Set<string>[] = [];
  const listeners = new Map<string, (() => void)[]>();
  let revision = 0;
  /** Number of cached items. */
  let totalSize = 0;

  function evict(key: string): void {
    totalSize -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  }

  const changesOf = (table: string) => changeCounts.get(table) ?? 0;

  function isValid(entry: CacheEntry): boolean {
    if (entry.checkedAt === revision) return true;
    for (const [table, before] of entry.dependencies) if (changesOf(table) !== before) return false;
    entry.checkedAt = revision;
    return true;
  }

  function read(tables: Iterable<string>): void {
    const innermost = dependencyStack.at(-1);
    if (innermost) for (const table of tables) innermost.add(table);
  }

  return {
    read,
    changed(tables: Iterable<string>): void {
      revision++;
      for (const table of tables) {
        changeCounts.set(table, changesOf(table) + 1);
        for (const listener of listeners.get(table) ?? []) listener();
      }
    },
    forget(): void {
      entries.clear();
      totalSize = 0;
      for (const listener of new Set([...listeners.values()].flat())) listener();
    },
    watch(tables: Iterable<string>, listener: () => void): void {
      for (const table of tables) listeners.set(table, [...(listeners.get(table) ?? []), listener]);
    },
    remember<T>(key: string, make: () => T, items = 1): T {
      const before = entries.get(key);
      if (before && isValid(before)) {
        if (dependencyStack.length > 0) read(before.dependencies.keys());
        // Safe cast: every caller that uses this key computes the same type.
        return before.value as T;
      }
      const tables = new Set<string>();
      dependencyStack.push(tables);
      try {
        const value = make();
        evict(key);
        const size = items + Math.floor(key.length / KEY_LENGTH_PER_ITEM);
        totalSize += size;
        entries.set(key, {
          value,
          size,
          dependencies: new Map(Array.from(tables, (table) => [table, changesOf(table)])),
          checkedAt: revision,
        });
        return value;
      } finally {
        dependencyStack.pop();
        read(tables);
        for (const [oldest] of entries) {
          if (totalSize <= MAX_CACHED_ITEMS) break;
          evict(oldest);
        }
      }
    },
  };
}
