import { PRIORITIES } from "../middleware.ts";
import type { QueueEntry } from "./job.ts";

/** Queued jobs by priority and combination of limits. Each queue is in order of arrival and not empty. */
export type PriorityQueues = Map<string, QueueEntry[]>;

const keyOf = ({ priority, createsContent, isWrite, isPrompt, resource }: QueueEntry["job"]) =>
  `${priority} ${createsContent} ${isWrite} ${isPrompt} ${resource}`;

export function enqueue(queues: PriorityQueues, entry: QueueEntry): void {
  const key = keyOf(entry.job);
  const queue = queues.get(key) ?? [];
  queues.set(key, queue);
  // A job that was blocked returns to its place by arrival.
  queue.splice(queue.findLastIndex(({ arrived }) => arrived < entry.arrived) + 1, 0, entry);
  entry.state = "queued";
}

/** Removes an entry that starts or whose caller gave up. */
export function dequeue(queues: PriorityQueues, entry: QueueEntry): void {
  const key = keyOf(entry.job);
  const queue = queues.get(key) ?? [];
  queue.splice(queue.indexOf(entry), 1);
  // Most calls don't wait, and end without looking through queues.
  if (queue.length === 0) queues.delete(key);
  entry.state = "done";
}

/** The first job of each queue, the most urgent first, then in order of arrival. */
export function headsOf(queues: PriorityQueues): readonly QueueEntry[] {
  if (queues.size === 0) return [];
  return Array.from(queues.values())
    .flatMap((queue) => queue.slice(0, 1))
    .sort((a, b) => urgency(a) - urgency(b) || a.arrived - b.arrived);
}

/** Rank of a job's priority; the most urgent is 0. */
export const urgency = ({ job }: QueueEntry) => PRIORITIES.indexOf(job.priority);
