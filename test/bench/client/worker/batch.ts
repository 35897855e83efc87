import { forEachConcurrently } from "@forgehand/core/internal";

/** Makes a call; no other call of a batch has its number. */
export type Call = (index: number) => Promise<unknown>;

/** How many calls to make, and how many of them at a time. */
export interface Batch {
  readonly calls: number;
  readonly inFlight: number;
}

/** What each call of a batch took on average, in milliseconds. */
export interface Cost {
  readonly cpu: number;
  readonly wall: number;
}

/** Makes the calls of a batch. CPU is the process's own, all threads, user and system together. */
export async function runBatch(call: Call, { calls, inFlight }: Batch): Promise<Cost> {
  const start = performance.now();
  const before = process.cpuUsage();
  await forEachConcurrently(Array(calls).keys(), inFlight, call);
  const { user, system } = process.cpuUsage(before);
  const wall = performance.now() - start;
  return { cpu: (user + system) / 1000 / calls, wall: wall / calls };
}
