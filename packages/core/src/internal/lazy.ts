/** Returns a function that builds its value at the first call and returns the same value from then on. */
/* @__NO_SIDE_EFFECTS__ */
export function lazy<T>(build: () => T): () => T {
  let built: { readonly value: T } | undefined;
  return () => {
    built ??= { value: build() };
    return built.value;
  };
}

/** Like {@link lazy}, with a value for each object. */
/* @__NO_SIDE_EFFECTS__ */
export function lazyPerObject<K extends object, T>(build: (key: K) => T): (key: K) => T {
  const built = new WeakMap<K, { readonly value: T }>();
  return (key) => {
    let found = built.get(key);
    if (!found) {
      found = { value: build(key) };
      built.set(key, found);
    }
    return found.value;
  };
}
