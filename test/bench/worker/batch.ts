import { forEachConcurrently } from "@forgehand/core/internal";

/**
 * Makes a call.
 * @param index unique within the batch
 */
export type BenchCall = (index: number) => Promise<unknown>;

/** Number of calls to make, and how many of them concurrently. */
export interface Batch {
  readonly calls: number;
  readonly inFlight: number;
}

/** Average cost of a call in a batch, in milliseconds. */
export interface CallCost {
  readonly cpu: number;
  readonly wall: number;
}

/** Makes the calls of a batch. CPU is that of this process, all threads, user and system combined. */
export async function runBatch(call: BenchCall, { calls, inFlight }: Batch): Promise<CallCost> {
  const start = performance.now();
  const before = process.cpuUsage();
  await forEachConcurrently(Array(calls).keys(), inFlight, call);
  const { user, system } = process.cpuUsage(before);
  const wall = performance.now() - start;
  return { cpu: (user + system) / 1000 / calls, wall: wall / calls };
}
