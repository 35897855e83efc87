import { wrongField } from "../../errors.ts";
import { checkNames } from "../../known-options.ts";
import { checkStore, type KeyValueStore } from "../key-value-store.ts";

/** How answers are kept, to be asked for again only where they have changed. */
export interface CacheOptions {
  /** Answers that are kept in memory at most; default 500. */
  readonly entries?: number | undefined;
  /** Megabytes that they take at most; default 10. */
  readonly megabytes?: number | undefined;
  /** Where to keep them beside memory. It gets answers as they are, but none that holds a secret. */
  readonly storage?: KeyValueStore | undefined;
}

/** The options, checked. */
export interface CacheSettings {
  readonly entries: number;
  readonly bytes: number;
  readonly storage: KeyValueStore | undefined;
}

const OPTIONS = { entries: true, megabytes: true, storage: true } as const satisfies Record<keyof CacheOptions, true>;

/** @throws InputError on an option that can't be right, naming it */
export function readCache(options: CacheOptions = {}): CacheSettings {
  if (typeof options !== "object" || options === null)
    throw wrongField("cache", "must be an object, or false for none");
  checkNames(options, OPTIONS, "cache.");
  const { entries = 500, megabytes = 10, storage } = options;
  if (!Number.isInteger(entries) || entries < 1) throw wrongField("cache.entries", "must be a whole number, 1 or more");
  if (typeof megabytes !== "number" || !(megabytes > 0))
    throw wrongField("cache.megabytes", "must be a number above 0");
  checkStore("cache.storage", storage);
  return { entries, bytes: megabytes * 1_000_000, storage };
}
