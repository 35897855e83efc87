/** The content of an event, shared by its pending deliveries. */
export interface QueuedContent {
  readonly bytes: number;
}

/** A pending delivery in a webhook's queue. */
export interface QueueEntry {
  /** ID of the stored delivery. */
  readonly id: number;
  readonly guid: string;
  readonly content: QueuedContent;
}

/** Maximum number of pending deliveries, and of bytes of their events. */
const MAX_ENTRIES = 100_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Creates the queues, one per webhook, whose entries are sent in order. */
export function createQueues() {
  const queues = new Map<number, QueueEntry[]>();
  /** Number of entries by content. */
  const entryCounts = new Map<QueuedContent, number>();
  let totalEntries = 0;
  let totalBytes = 0;

  function countRemoved({ content }: QueueEntry): void {
    const remaining = (entryCounts.get(content) ?? 1) - 1;
    totalEntries -= 1;
    if (remaining > 0) {
      entryCounts.set(content, remaining);
      return;
    }
    entryCounts.delete(content);
    totalBytes -= content.bytes;
  }

  return {
    /** Whether that many deliveries of one more event can be added. */
    hasRoomFor: (count: number, { bytes }: QueuedContent): boolean =>
      totalEntries + count <= MAX_ENTRIES && totalBytes + bytes <= MAX_BYTES,
    add(hookId: number, entry: QueueEntry): void {
      const queue = queues.get(hookId) ?? [];
      queues.set(hookId, queue);
      queue.push(entry);
      const count = entryCounts.get(entry.content) ?? 0;
      entryCounts.set(entry.content, count + 1);
      totalEntries += 1;
      if (count === 0) totalBytes += entry.content.bytes;
    },
    first: (hookId: number): QueueEntry | undefined => queues.get(hookId)?.[0],
    removeFirst(hookId: number, entry: QueueEntry): void {
      const queue = queues.get(hookId);
      // The queue can have been cancelled in the meantime.
      if (queue?.[0] !== entry) return;
      queue.shift();
      countRemoved(entry);
      if (queue.length === 0) queues.delete(hookId);
    },
    cancel(hookId: number): void {
      for (const entry of queues.get(hookId) ?? []) countRemoved(entry);
      queues.delete(hookId);
    },
    clear(): void {
      queues.clear();
      entryCounts.clear();
      totalEntries = totalBytes = 0;
    },
  };
}
