/** Counts property reads of objects, to detect quadratic work. */
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
