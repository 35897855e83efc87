import { COUNT, type NumberLimit, readNumbers } from "../number-options.ts";
import type { ResponseStorage } from "./response-storage.ts";

/** Limits of the response cache. */
export interface CacheLimits {
  /** Maximum number of responses in memory; default 500. */
  readonly maxEntries?: number | undefined;
  /** Maximum size in megabytes; default 10. */
  readonly maxMegabytes?: number | undefined;
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
