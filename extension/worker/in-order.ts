/** Returns a function that runs tasks one after the other, in the order of its calls. A failed task stops no other. */
export function createOrder(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const done = last.then(task);
    last = done.catch(() => undefined);
    return done;
  };
}
