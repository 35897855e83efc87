/** Does a piece of work once there is a slot for it. */
export type InSlot = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets so many pieces of work run at once; the others wait, in their order. */
export function createSlots(size: number): InSlot {
  let free = size;
  const queue: (() => void)[] = [];
  const leave = () => {
    const next = queue.shift();
    if (next) next();
    else free += 1;
  };
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
