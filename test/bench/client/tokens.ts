import { join } from "node:path";
import * as z from "zod/mini";
import type { Row } from "../row.ts";
import { startBenchProcess } from "./bench-process.ts";

/** Share of the tokens at either end that are compared. Fewer would differ by garbage collection. */
const COMPARED = 0.2;

const Report = z.object({ costs: z.array(z.number()), bytesPerToken: z.number() });

/**
 * Measures what the first call of a token costs with many tokens, and the memory of one that is not used any more.
 * @param worker folder with the workers and the installed packages
 */
export async function measureTokens(worker: string, tokens: number): Promise<Row[]> {
  const child = startBenchProcess(join(worker, "tokens.ts"), String(tokens));
  try {
    const { costs, bytesPerToken } = Report.parse(await child.nextMessage());
    const compared = Math.floor(costs.length * COMPARED);
    const [first, last] = [mean(costs.slice(0, compared)), mean(costs.slice(-compared))];
    const count = tokens.toLocaleString("en");
    const row = (name: string, unit: Row["unit"], figure: number): Row => ({ case: "client", name, unit, figure });
    return [
      {
        ...row(`first call of a token, the last fifth of ${count} compared with the first`, "x", last / first),
        must: 1.5,
        aim: 1.1,
      },
      row(`first call of a token, the last fifth of ${count}, CPU`, "ms", last),
      { ...row(`memory of an idle token, of ${count}`, "kB", bytesPerToken / 1000), must: 2, aim: 1.2 },
    ];
  } finally {
    child.stop();
  }
}

const mean = (costs: readonly number[]) => costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
