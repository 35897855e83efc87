export function recordOf<K extends string, T>(keys: readonly K[], createValue: (key: K) => T): Record<K, T> {
  // Safe cast: every key gets a value.
  return Object.fromEntries(keys.map((key) => [key, createValue(key)])) as Record<K, T>;
}
