import { checkOptionNames } from "../check-option-names.ts";
import { invalidField } from "../errors.ts";
import type { DeliveryStore } from "./store.ts";

/** How much a store in memory keeps. */
export interface MemoryStoreOptions {
  /** Deliveries that are remembered, more than come at once: the oldest are forgotten first. Default 100,000. */
  readonly entries?: number | undefined;
}

const OPTIONS = { entries: true } as const satisfies Record<keyof MemoryStoreOptions, true>;

/** A claim until then, or one that was handled. */
type Entry = { readonly owner: string; readonly until: number } | "handled";

/**
 * Remembers deliveries as long as the process lives: for one process that can afford to see one again after it was started
 * anew.
 * @throws InputError on options that can't be right
 */
export function memoryStore(options: MemoryStoreOptions = {}): DeliveryStore {
  if (typeof options !== "object" || options === null) throw invalidField("options", "must be an object");
  checkOptionNames(options, OPTIONS);
  const { entries = 100_000 } = options;
  if (!Number.isInteger(entries) || entries < 1)
    throw invalidField("entries", "must be a whole number of deliveries, 1 or more");
  // In the order in which they came.
  const known = new Map<string, Entry>();
  const put = (guid: string, entry: Entry) => {
    known.delete(guid);
    known.set(guid, entry);
    if (known.size <= entries) return;
    const [oldest] = known.keys();
    if (oldest !== undefined) known.delete(oldest);
  };
  return {
    claim(guid, owner, lease) {
      const entry = known.get(guid);
      if (entry === "handled") return "handled";
      if (entry && entry.owner !== owner && entry.until > Date.now()) return "busy";
      put(guid, { owner, until: Date.now() + lease });
      return "claimed";
    },
    complete: (guid) => put(guid, "handled"),
    release(guid, owner) {
      const entry = known.get(guid);
      if (entry && entry !== "handled" && entry.owner === owner) known.delete(guid);
    },
  };
}
