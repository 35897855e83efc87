import { InputError } from "../../errors.ts";
import type { KeyValueStore } from "../key-value-store.ts";

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

/** @throws InputError on an option that can't be right, naming it */
export function readCache(options: CacheOptions = {}): CacheSettings {
  if (typeof options !== "object" || options === null) throw wrong("cache", "is an object, or false for none");
  for (const name of Object.keys(options)) {
    if (!["entries", "megabytes", "storage"].includes(name)) {
      throw wrong(`cache.${name}`, "is no option; there are entries, megabytes and storage");
    }
  }
  const { entries = 500, megabytes = 10, storage } = options;
  if (!Number.isInteger(entries) || entries < 1) throw wrong("cache.entries", "is a whole number, 1 or more");
  if (typeof megabytes !== "number" || !(megabytes > 0)) throw wrong("cache.megabytes", "is a number above 0");
  if (storage !== undefined && (typeof storage?.get !== "function" || typeof storage.set !== "function")) {
    throw wrong("cache.storage", "is an object with get and set");
  }
  return { entries, bytes: megabytes * 1_000_000, storage };
}

function wrong(field: string, problem: string): InputError {
  return new InputError(`${field} ${problem}.`, { field });
}
