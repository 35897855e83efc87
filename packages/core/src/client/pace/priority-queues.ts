import { PRIORITIES } from "../middleware.ts";
import type { QueueEntry } from "./job.ts";

/** Queued jobs by priority and combination of limits. Each queue is in order of arrival. */
export type PriorityQueues = Map<string, QueueEntry[]>;

function queueOf(queues: PriorityQueues, { job }: QueueEntry): QueueEntry[] {
  const key = [job.priority, job.createsContent, job.isWrite, job.isPrompt, job.resource].join();
  const queue = queues.get(key) ?? [];
  queues.set(key, queue);
  return queue;
}

export function enqueue(queues: PriorityQueues, entry: QueueEntry): void {
  const queue = queueOf(queues, entry);
  // A job that was blocked returns to its place by arrival.
  queue.splice(queue.findLastIndex(({ arrived }) => arrived < entry.arrived) + 1, 0, entry);
  entry.state = "queued";
}

/** Removes an entry that starts or whose caller gave up. */
export function dequeue(queues: PriorityQueues, entry: QueueEntry): void {
  const queue = queueOf(queues, entry);
  queue.splice(queue.indexOf(entry), 1);
  entry.state = "done";
}

/** The first job of each queue, the most urgent first, then in order of arrival. */
export function headsOf(queues: PriorityQueues): readonly QueueEntry[] {
  return Array.from(queues.values(), ([head]) => head)
    .filter((head) => head !== undefined)
    .sort((a, b) => urgency(a) - urgency(b) || a.arrived - b.arrived);
}

/** Rank of a job's priority; the most urgent is 0. */
export const urgency = ({ job }: QueueEntry) => PRIORITIES.indexOf(job.priority);
