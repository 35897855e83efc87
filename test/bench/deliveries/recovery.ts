import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as z from "zod/mini";
import type { Result } from "../result.ts";

const MODULE = fileURLToPath(new URL("recovery-memory.ts", import.meta.url));
const NAME = "recovery of 1,000,000 records";
/** MB. */
const BUDGET = 100;

const Measured = z.object({ bytes: z.number(), seconds: z.number() });

/** What planning the recovery of a million failed events adds to a process's memory. */
export async function measureRecovery(): Promise<Result> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", MODULE]);
  const { bytes, seconds } = Measured.parse(JSON.parse(stdout));
  const used = bytes / 1e6;
  return {
    rows: [
      { case: "deliveries", name: `${NAME}: memory`, unit: "MB", figure: used, must: BUDGET, steady: "exact" },
      { case: "deliveries", name: `${NAME}: time`, unit: "s", figure: seconds },
    ],
    // How often it would go into the budget: from 1 on it holds.
    json: [{ case: NAME, ratio: BUDGET / used, must: 1, mb: used, seconds }],
  };
}
