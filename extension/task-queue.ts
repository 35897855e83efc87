export interface TaskQueue {
  /** @returns a function that cancels the task if it has not started */
  add(work: () => Promise<unknown>): () => void;
}

/** Runs tasks in the order in which they are added, at most `limit` at a time. Failed tasks count as finished. */
export function createTaskQueue(limit: number): TaskQueue {
  const waiting = new Set<() => Promise<unknown>>();
  let running = 0;
  const startNext = () => {
    for (const work of waiting) {
      if (running >= limit) return;
      waiting.delete(work);
      running += 1;
      const done = () => {
        running -= 1;
        startNext();
      };
      void work().then(done, done);
    }
  };
  return {
    add(work) {
      // Wrapped, because the same function may be added twice.
      const task = () => work();
      waiting.add(task);
      startNext();
      return () => void waiting.delete(task);
    },
  };
}
