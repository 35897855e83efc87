/** Makes a thunk build its value at the first call and keep it: schemas cost nothing until somebody needs them. */
export function once<T>(build: () => T): () => T {
  let built: { readonly value: T } | undefined;
  return () => {
    built ??= { value: build() };
    return built.value;
  };
}
