// Child process: makes calls at a constant rate, without waiting for earlier responses, and reports each call's
// latency.
import { setImmediate as nextTurn } from "node:timers/promises";
import * as z from "zod/mini";
import { replyToParent } from "./reply.ts";

const PacedLoad = z.object({
  /** The calls, each made once. */
  calls: z.array(z.object({ method: z.string(), url: z.string() })),
  headers: z.record(z.string(), z.string()),
  perSecond: z.int(),
  /** Status that every response must have. */
  status: z.int(),
});
export type PacedLoad = z.output<typeof PacedLoad>;

/** Latency of each call, in milliseconds. */
export interface PacedResult {
  readonly latencies: readonly number[];
}

async function run({ calls, headers, perSecond, status }: PacedLoad): Promise<PacedResult> {
  const start = performance.now();
  const latencies: Promise<number>[] = [];
  for (const [index, { method, url }] of calls.entries()) {
    const due = start + (index * 1000) / perSecond;
    // Timers are too coarse for this rate.
    while (performance.now() < due) await nextTurn();
    latencies.push(time(() => fetch(url, { method, headers }), status));
  }
  return { latencies: await Promise.all(latencies) };
}

async function time(call: () => Promise<Response>, expected: number): Promise<number> {
  const startedAt = performance.now();
  const { status } = await call();
  if (status !== expected) throw new Error(`Got status ${status}, expected ${expected}.`);
  return performance.now() - startedAt;
}

replyToParent((message) => run(PacedLoad.parse(message)));
