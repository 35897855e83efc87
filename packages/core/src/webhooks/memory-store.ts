import { checkOptionNames } from "../check-option-names.ts";
import { invalidField } from "../errors.ts";
import type { DeliveryStore } from "./delivery-store.ts";

/** Options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /**
   * Maximum number of remembered deliveries; the oldest are forgotten first. Must exceed the number of concurrent
   * deliveries.
   * Default 100,000.
   */
  readonly entries?: number | undefined;
}

const OPTIONS = { entries: true } as const satisfies Record<keyof MemoryStoreOptions, true>;

/** A claim with its expiry by the monotonic clock, or a handled delivery. */
type ClaimEntry = { readonly owner: string; readonly until: number } | "handled";

/**
 * Creates a store in memory, for a single process for which it is acceptable to handle a delivery again after a
 * restart.
 * @throws InputError if an option is invalid
 */
export function memoryStore(options: MemoryStoreOptions = {}): DeliveryStore {
  if (typeof options !== "object" || options === null) throw invalidField("options", "must be an object");
  checkOptionNames(options, OPTIONS);
  const { entries = 100_000 } = options;
  if (!Number.isInteger(entries) || entries < 1)
    throw invalidField("entries", "must be a whole number of deliveries, 1 or more");
  // In the order of arrival.
  const entriesByGuid = new Map<string, ClaimEntry>();
  const setEntry = (guid: string, entry: ClaimEntry) => {
    entriesByGuid.delete(guid);
    entriesByGuid.set(guid, entry);
    if (entriesByGuid.size <= entries) return;
    const [oldest] = entriesByGuid.keys();
    if (oldest !== undefined) entriesByGuid.delete(oldest);
  };
  return {
    claim(guid, owner, lease) {
      const entry = entriesByGuid.get(guid);
      if (entry === "handled") return "handled";
      if (entry && entry.owner !== owner && entry.until > performance.now()) return "busy";
      setEntry(guid, { owner, until: performance.now() + lease });
      return "claimed";
    },
    complete: (guid) => setEntry(guid, "handled"),
    release(guid, owner) {
      const entry = entriesByGuid.get(guid);
      if (entry && entry !== "handled" && entry.owner === owner) entriesByGuid.delete(guid);
    },
  };
}
