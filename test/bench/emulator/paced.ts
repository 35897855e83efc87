// A process of its own: calls at a steady pace, as programs do it, whether the calls before were answered or not, and tells
// how long each took to be answered.
import { setImmediate as nextTurn } from "node:timers/promises";
import * as z from "zod/mini";

const PacedLoad = z.object({
  /** The calls, each once. */
  calls: z.array(z.object({ method: z.string(), url: z.string() })),
  headers: z.record(z.string(), z.string()),
  perSecond: z.int(),
  /** The status that every answer must have. */
  status: z.int(),
});
export type PacedLoad = z.output<typeof PacedLoad>;

/** Milliseconds that each call took. */
export interface PacedResult {
  readonly latencies: readonly number[];
}

async function run({ calls, headers, perSecond, status }: PacedLoad): Promise<PacedResult> {
  const start = performance.now();
  const answers: Promise<number>[] = [];
  for (const [index, { method, url }] of calls.entries()) {
    const due = start + (index * 1000) / perSecond;
    // Timers are no finer than the pace itself.
    while (performance.now() < due) await nextTurn();
    answers.push(time(() => fetch(url, { method, headers }), status));
  }
  return { latencies: await Promise.all(answers) };
}

async function time(call: () => Promise<Response>, expected: number): Promise<number> {
  const began = performance.now();
  const { status } = await call();
  if (status !== expected) throw new Error(`An answer has status ${status} where ${expected} was expected.`);
  return performance.now() - began;
}

process.on("message", async (message) => process.send?.(await run(PacedLoad.parse(message))));
process.on("disconnect", () => process.exit());
process.send?.("ready");
