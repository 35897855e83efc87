import { join } from "node:path";
import * as z from "zod/mini";
import { median } from "../measure.ts";
import type { Row } from "../row.ts";
import { startBenchProcess } from "./bench-process.ts";

/** Blocks of a thousand tokens at either end that are compared. */
const COMPARED = 5;

const Report = z.object({ costs: z.array(z.number()), bytesPerToken: z.number() });

/**
 * Measures what the first call of a token costs with many tokens, and the memory of one that is not used any more.
 * @param worker folder with the workers and the installed packages
 */
export async function measureTokens(worker: string, tokens: number): Promise<Row[]> {
  const child = startBenchProcess(join(worker, "tokens.ts"), String(tokens));
  try {
    const { costs, bytesPerToken } = Report.parse(await child.nextMessage());
    const [first, last] = [median(costs.slice(0, COMPARED)), median(costs.slice(-COMPARED))];
    const count = tokens.toLocaleString("en");
    const row = (name: string, unit: Row["unit"], figure: number): Row => ({ case: "client", name, unit, figure });
    return [
      {
        ...row(`first call of a token, after ${count} tokens compared with a few`, "x", last / first),
        must: 1.5,
        aim: 1.1,
      },
      row(`first call of a token, after ${count} tokens, CPU`, "ms", last),
      { ...row(`memory of an idle token, of ${count}`, "kB", bytesPerToken / 1000), must: 2, aim: 1.2 },
    ];
  } finally {
    child.stop();
  }
}
