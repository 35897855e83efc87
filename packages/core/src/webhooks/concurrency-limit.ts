/** Runs work when a slot is free. The work receives whether it had to wait. */
export type RunLimited = <T>(work: (hasWaited: boolean) => Promise<T>) => Promise<T>;

/** Limits the number of concurrent pieces of work; the others wait in order. */
export function createConcurrencyLimit(size: number): RunLimited {
  let free = size;
  const queue: (() => void)[] = [];
  const releaseSlot = () => {
    const next = queue.shift();
    if (next) next();
    else free += 1;
  };
  return async (work) => {
    const hasWaited = free === 0;
    if (!hasWaited) free -= 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work(hasWaited);
    } finally {
      releaseSlot();
    }
  };
}
