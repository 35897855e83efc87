import { wrongField } from "../errors.ts";
import { checkNames } from "../known-options.ts";
import type { DeliveryStore } from "./store.ts";

/** How much a store in memory keeps. */
export interface MemoryStoreOptions {
  /** Deliveries that are remembered, the oldest are forgotten first, so there must be more than come at once; default 100,000, some 20 MB. */
  readonly limit?: number | undefined;
}

const OPTIONS = { limit: true } as const satisfies Record<keyof MemoryStoreOptions, true>;

/** A claim until then, or one that was handled. */
type Entry = { readonly owner: string; readonly until: number } | "handled";

/**
 * Remembers deliveries as long as the process lives: for one process that can afford to see one again after it was started
 * anew.
 * @throws InputError on options that can't be right
 */
export function memoryStore(options: MemoryStoreOptions = {}): DeliveryStore {
  if (typeof options !== "object" || options === null) throw wrongField("options", "is an object");
  checkNames(options, OPTIONS);
  const { limit = 100_000 } = options;
  if (!Number.isInteger(limit) || limit < 1) throw wrongField("limit", "is a whole number of deliveries, 1 or more");
  // In the order in which they came.
  const entries = new Map<string, Entry>();
  const put = (guid: string, entry: Entry) => {
    entries.delete(guid);
    entries.set(guid, entry);
    if (entries.size <= limit) return;
    const [oldest] = entries.keys();
    if (oldest !== undefined) entries.delete(oldest);
  };
  return {
    claim(guid, owner, lease) {
      const entry = entries.get(guid);
      if (entry === "handled") return "handled";
      if (entry && entry.owner !== owner && entry.until > Date.now()) return "busy";
      put(guid, { owner, until: Date.now() + lease });
      return "claimed";
    },
    complete: (guid) => put(guid, "handled"),
    release(guid, owner) {
      const entry = entries.get(guid);
      if (entry && entry !== "handled" && entry.owner === owner) entries.delete(guid);
    },
  };
}
