/** Counts how often fields of objects are read: work that grows with the square of their number reads them too often. */
export function countedReads() {
  let reads = 0;
  return {
    count: () => reads,
    counted: <T extends object>(object: T): T =>
      new Proxy(object, {
        get(target, name) {
          reads += 1;
          return Reflect.get(target, name);
        },
      }),
  };
}
