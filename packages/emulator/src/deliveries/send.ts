import type { Worker } from "node:worker_threads";
import { startThread } from "../start-thread.ts";
import type { DeliveryFailure, DeliveryJob, DeliveryReport } from "./sending-thread.ts";

/** Callbacks of a job that has not finished. */
interface PendingJob {
  readonly resolve: (report: DeliveryReport) => void;
  readonly reject: (error: Error) => void;
}

/** The worker thread, shared by all emulators of a process and started on first use. */
let thread: Worker | undefined;
const pending = new Map<number, PendingJob>();
let count = 0;

/**
 * Signs and posts a delivery in a worker thread.
 * @param signal aborts it, which counts as a failed connection
 * @throws Error if it can't be sent at all
 */
export function send(job: Omit<DeliveryJob, "id">, signal: AbortSignal): Promise<DeliveryReport> {
  count += 1;
  const id = count;
  thread ??= startSending();
  const worker = thread;
  const cancel = () => worker.postMessage({ cancel: id });
  signal.addEventListener("abort", cancel);
  return new Promise<DeliveryReport>((resolve, reject) => {
    pending.set(id, { resolve, reject });
    worker.postMessage({ ...job, id } satisfies DeliveryJob);
  }).finally(() => {
    pending.delete(id);
    signal.removeEventListener("abort", cancel);
  });
}

function startSending(): Worker {
  const worker = startThread("deliveries/sending-thread");
  worker.on("message", (report: DeliveryReport | DeliveryFailure) => {
    const pendingJob = pending.get(report.id);
    if ("error" in report) pendingJob?.reject(new Error(report.error));
    else pendingJob?.resolve(report);
  });
  worker.on("error", (error) => {
    if (thread === worker) thread = undefined;
    for (const { reject } of pending.values()) reject(error instanceof Error ? error : new Error(String(error)));
  });
  // Pending deliveries don't keep the process alive. Adding listeners would undo this, so it comes last.
  worker.unref();
  return worker;
}
