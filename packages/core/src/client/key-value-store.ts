import { wrongField } from "../errors.ts";

/** Somewhere small to keep texts: a file, the storage of an extension. */
export interface KeyValueStore {
  readonly get: (key: string) => Promise<string | undefined>;
  readonly set: (key: string, value: string) => Promise<void>;
}

/** @throws InputError on what is no store */
export function checkStore(field: string, store: KeyValueStore | undefined): void {
  if (store === undefined || (typeof store?.get === "function" && typeof store.set === "function")) return;
  throw wrongField(field, "must be an object with get and set");
}
