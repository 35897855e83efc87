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

/** Returns the latency of each call, in milliseconds. */
async function run({ calls, headers, perSecond, status }: PacedLoad) {
  const start = performance.now();
  const time = async (url: string, method: string) => {
    const startedAt = performance.now();
    const response = await fetch(url, { method, headers });
    if (response.status !== status) throw new Error(`Got status ${response.status}, expected ${status}.`);
    return performance.now() - startedAt;
  };
  const latencies: Promise<number>[] = [];
  for (const [index, { method, url }] of calls.entries()) {
    const due = start + (index * 1000) / perSecond;
    // Timers are too coarse for this rate.
    while (performance.now() < due) await nextTurn();
    latencies.push(time(url, method));
  }
  return { latencies: await Promise.all(latencies) };
}

replyToParent((message) => run(PacedLoad.parse(message)));
