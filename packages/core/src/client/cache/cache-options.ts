import { checkOptionNames } from "../../check-option-names.ts";
import { invalidField } from "../../errors.ts";
import { checkStore, type KeyValueStore } from "../key-value-store.ts";

/** Options for the response cache. Cached responses are revalidated with conditional requests. */
export interface CacheOptions {
  /** Maximum number of responses in memory; default 500. */
  readonly maxEntries?: number | undefined;
  /** Maximum size in megabytes; default 10. */
  readonly maxMegabytes?: number | undefined;
  /**
   * Additional persistent store. It receives responses unencrypted, but none that has a field for a secret or repeats
   * the token.
   */
  readonly storage?: KeyValueStore | undefined;
}

/** Validated cache options. */
export interface CacheSettings {
  readonly maxEntries: number;
  readonly maxBytes: number;
  readonly storage: KeyValueStore | undefined;
}

const OPTIONS = { maxEntries: true, maxMegabytes: true, storage: true } as const satisfies Record<
  keyof CacheOptions,
  true
>;

/** @throws InputError if an option is invalid; its `field` names it */
export function readCacheOptions(options: CacheOptions = {}): CacheSettings {
  if (typeof options !== "object" || options === null)
    throw invalidField("cache", "must be an object, or false for none");
  checkOptionNames(options, OPTIONS, "cache.");
  const { maxEntries = 500, maxMegabytes = 10, storage } = options;
  if (!Number.isInteger(maxEntries) || maxEntries < 1)
    throw invalidField("cache.maxEntries", "must be a whole number, 1 or more");
  if (typeof maxMegabytes !== "number" || !(maxMegabytes > 0))
    throw invalidField("cache.maxMegabytes", "must be a number above 0");
  checkStore("cache.storage", storage);
  return { maxEntries, maxBytes: maxMegabytes * 1_000_000, storage };
}
