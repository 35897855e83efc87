import { checkStore, type KeyValueStore } from "../key-value-store.ts";
import { COUNT, type NumberLimit, readNumbers } from "../number-options.ts";
import { type ResponseStorage, storedResponses } from "./response-storage.ts";

/** Limits of the response cache. */
interface CacheLimits {
  /** Maximum number of responses in memory; default 500. */
  readonly maxEntries?: number | undefined;
  /** Maximum size in megabytes; default 10. */
  readonly maxMegabytes?: number | undefined;
}

/** Options for the response cache. Cached responses are revalidated with conditional requests. */
export interface CacheOptions extends CacheLimits {
  /**
   * Additional persistent store. It receives responses unencrypted, but none that has a field for a secret or repeats
   * the token.
   */
  readonly storage?: KeyValueStore | undefined;
}

/** Options for the response cache of a lean client. */
export interface LeanCacheOptions extends CacheLimits {
  /**
   * `storedResponses(store)`: additional persistent store. It receives responses unencrypted, but none that has a field
   * for a secret or repeats the token.
   */
  readonly storage?: ResponseStorage | undefined;
}

/** Validated cache options. */
export interface CacheSettings {
  readonly maxEntries: number;
  readonly maxBytes: number;
  readonly storage: ResponseStorage | undefined;
}

/** @throws InputError if an option is invalid; its `field` names it */
export function readLeanCacheOptions(options: LeanCacheOptions = {}): CacheSettings {
  const limitOf = (name: string): NumberLimit => (name === "maxEntries" ? COUNT : { min: 0, isAbove: true });
  const defaults = { maxEntries: 500, maxMegabytes: 10 };
  const { maxEntries, maxMegabytes } = readNumbers("cache", options, defaults, limitOf, { storage: true });
  return { maxEntries, maxBytes: maxMegabytes * 1_000_000, storage: options.storage };
}

/** @throws InputError if an option is invalid; its `field` names it */
export function readCacheOptions(options: CacheOptions = {}): CacheSettings {
  const { storage, ...limits } = { ...options };
  checkStore("cache.storage", storage);
  const settings = readLeanCacheOptions(typeof options === "object" && options !== null ? limits : options);
  return { ...settings, storage: storage && storedResponses(storage) };
}
