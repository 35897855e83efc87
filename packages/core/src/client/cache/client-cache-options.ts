import { checkStore, type KeyValueStore } from "../key-value-store.ts";
import { type CacheLimits, type CacheSettings, readLeanCacheOptions } from "./cache-options.ts";
import { storageOnDemand } from "./storage-on-demand.ts";

/** Options for the response cache. Cached responses are revalidated with conditional requests. */
export interface CacheOptions extends CacheLimits {
  /**
   * Additional persistent store. It receives responses unencrypted, but none that has a field for a secret or repeats
   * the token.
   */
  readonly storage?: KeyValueStore | undefined;
}

/** @throws InputError if an option is invalid; its `field` names it */
export function readCacheOptions(options: CacheOptions = {}): CacheSettings {
  const { storage, ...limits } = { ...options };
  checkStore("cache.storage", storage);
  const settings = readLeanCacheOptions(typeof options === "object" && options !== null ? limits : options);
  return { ...settings, storage: storage && storageOnDemand(storage) };
}
