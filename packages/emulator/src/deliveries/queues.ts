/** A pending delivery in a webhook's queue. */
export interface QueueEntry {
  /** ID of the stored delivery. */
  readonly id: number;
  readonly guid: string;
}

/** Creates the queues, one per webhook, whose entries are sent in order. */
export function createQueues() {
  const queues = new Map<number, QueueEntry[]>();
  return {
    add(hookId: number, entry: QueueEntry): void {
      const queue = queues.get(hookId) ?? [];
      queues.set(hookId, queue);
      queue.push(entry);
    },
    first: (hookId: number): QueueEntry | undefined => queues.get(hookId)?.[0],
    removeFirst(hookId: number, entry: QueueEntry): void {
      const queue = queues.get(hookId);
      // The queue can have been cancelled in the meantime.
      if (queue?.[0] !== entry) return;
      queue.shift();
      if (queue.length === 0) queues.delete(hookId);
    },
    cancel: (hookId: number) => queues.delete(hookId),
    clear: () => queues.clear(),
  };
}
