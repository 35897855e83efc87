import { readFileSync, writeFileSync } from "node:fs";
import * as z from "zod/mini";

/** Environment variable that names the file into which a run of vitest writes its report. */
export const REPORT_VARIABLE = "FORGEHAND_TEST_REPORT";

const RunReport = z.object({
  passed: z.number(),
  failed: z.number(),
  /** Durations of the test files. */
  files: z.array(z.object({ file: z.string(), milliseconds: z.number() })),
});
export type RunReport = z.output<typeof RunReport>;

export function writeReport(file: string, report: RunReport): void {
  writeFileSync(file, JSON.stringify(report));
}

/** Reads the report of a run; undefined if the run ended before writing one. */
export function readReport(file: string): RunReport | undefined {
  try {
    return z.parse(RunReport, JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}
