import { invalidField } from "../errors.ts";

/** A small string store, such as a file or an extension's storage. */
export interface KeyValueStore {
  readonly get: (key: string) => Promise<string | undefined>;
  readonly set: (key: string, value: string) => Promise<void>;
}

/** @throws InputError if the value is not a store */
export function checkStore(field: string, store: KeyValueStore | undefined): void {
  if (store === undefined || (typeof store?.get === "function" && typeof store.set === "function")) return;
  throw invalidField(field, "must be an object with the functions get and set");
}
