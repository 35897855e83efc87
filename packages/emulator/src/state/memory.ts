interface Remembered {
  readonly value: unknown;
  readonly size: number;
  /** The tables that it was made from, and how often each had changed by then. */
  readonly made: ReadonlyMap<string, number>;
  /** When that was last found to hold, counted in changes. */
  checked: number;
}

/** How much is remembered: more than a page of everything, less than a gigabyte. */
const MOST_REMEMBERED = 20_000;

/** Remembers what was made from tables until one of them changes. */
export function createMemory() {
  const kept = new Map<string, Remembered>();
  const changes = new Map<string, number>();
  /** What is being made just now reads from these; the innermost last. */
  const making: Set<string>[] = [];
  const watching = new Map<string, (() => void)[]>();
  let count = 0;
  /** How many things are kept. */
  let total = 0;

  function drop(key: string): void {
    total -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  }

  const changesOf = (table: string) => changes.get(table) ?? 0;

  function holds(remembered: Remembered): boolean {
    if (remembered.checked === count) return true;
    for (const [table, before] of remembered.made) if (changesOf(table) !== before) return false;
    remembered.checked = count;
    return true;
  }

  function read(tables: Iterable<string>): void {
    const innermost = making.at(-1);
    if (innermost) for (const table of tables) innermost.add(table);
  }

  return {
    read,
    changed(tables: Iterable<string>): void {
      count++;
      for (const table of tables) {
        changes.set(table, changesOf(table) + 1);
        for (const listener of watching.get(table) ?? []) listener();
      }
    },
    forget(): void {
      kept.clear();
      total = 0;
      for (const listener of new Set([...watching.values()].flat())) listener();
    },
    watch(tables: Iterable<string>, listener: () => void): void {
      for (const table of tables) watching.set(table, [...(watching.get(table) ?? []), listener]);
    },
    remember<T>(key: string, make: () => T, size = 1): T {
      const before = kept.get(key);
      if (before && holds(before)) {
        read(before.made.keys());
        // A cast is at home here: whoever remembers under this key makes the same type.
        return before.value as T;
      }
      const tables = new Set<string>();
      making.push(tables);
      try {
        const value = make();
        drop(key);
        total += size;
        kept.set(key, {
          ...{ value, size },
          made: new Map(Array.from(tables, (table) => [table, changesOf(table)])),
          checked: count,
        });
        return value;
      } finally {
        making.pop();
        read(tables);
        for (const [oldest] of kept) {
          if (total <= MOST_REMEMBERED) break;
          drop(oldest);
        }
      }
    },
  };
}
