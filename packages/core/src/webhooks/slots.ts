/** Lets so many pieces of work run at once; the others wait, in their order. */
export interface Slots {
  /** How many wait. */
  readonly waiting: () => number;
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
}

export function createSlots(size: number): Slots {
  let free = size;
  const queue: (() => void)[] = [];
  const leave = () => {
    const next = queue.shift();
    if (next) next();
    else free += 1;
  };
  return {
    waiting: () => queue.length,
    async run(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => queue.push(resolve));
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
