/** Somewhere small to keep texts: a file, the storage of an extension. */
export interface KeyValueStore {
  readonly get: (key: string) => Promise<string | undefined>;
  readonly set: (key: string, value: string) => Promise<void>;
}
