/** Storage through which a client passes state to its successor after a restart. */
export interface KeyValueStorage {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
}

export function createStorage(data: Map<string, string>): KeyValueStorage {
  return {
    get: async (key) => data.get(key),
    set: async (key, value) => {
      data.set(key, value);
    },
  };
}
