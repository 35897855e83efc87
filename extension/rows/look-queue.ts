/** Work that waits for its turn. */
export interface LookQueue {
  /** @returns takes it back, if it has not begun */
  add(work: () => Promise<unknown>): () => void;
}

/** Begins what is added in its order, no more than so many at once. What fails makes way as what succeeds does. */
export function createLookQueue(most: number): LookQueue {
  const waiting = new Set<() => Promise<unknown>>();
  let underWay = 0;
  const next = () => {
    for (const work of waiting) {
      if (underWay >= most) return;
      waiting.delete(work);
      underWay += 1;
      const done = () => {
        underWay -= 1;
        next();
      };
      void work().then(done, done);
    }
  };
  return {
    add(work) {
      // A wrapper of its own: the same work may be added twice.
      const own = () => work();
      waiting.add(own);
      next();
      return () => void waiting.delete(own);
    },
  };
}
