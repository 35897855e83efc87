/** Where a client keeps what its successor has to know. */
export interface KeyValueStorage {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
}

export function storageOver(data: Map<string, string>): KeyValueStorage {
  return {
    get: async (key) => data.get(key),
    set: async (key, value) => {
      data.set(key, value);
    },
  };
}
