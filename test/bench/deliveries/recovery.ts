import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod/mini";
import type { BenchResult } from "../result.ts";

const CASE_NAME = "recovery of 1,000,000 records";
const MAX_MEGABYTES = 100;

const Measured = z.object({ bytes: z.number(), seconds: z.number() });

/**
 * Measures how much memory planning the recovery of a million failed events adds to a process.
 * @param worker folder with the workers, next to the installed packages
 */
export async function measureRecovery(worker: string): Promise<BenchResult> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", join(worker, "recovery-memory.ts")]);
  const { bytes, seconds } = Measured.parse(JSON.parse(stdout));
  const used = bytes / 1e6;
  return {
    rows: [
      {
        case: "deliveries",
        name: `${CASE_NAME}: memory`,
        unit: "MB",
        figure: used,
        must: MAX_MEGABYTES,
        steady: "exact",
      },
      { case: "deliveries", name: `${CASE_NAME}: time`, unit: "s", figure: seconds },
    ],
    // Budget divided by memory used: at least 1 if the budget is kept.
    json: [{ case: CASE_NAME, ratio: MAX_MEGABYTES / used, must: 1, mb: used, seconds }],
  };
}
