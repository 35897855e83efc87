import type { Reporter, TestModule } from "vitest/node";
import { fileDurations } from "./file-durations.ts";
import { REPORT_VARIABLE, writeReport } from "./run-report.ts";

/** Vitest reporter that writes counts and durations into the file that {@link REPORT_VARIABLE} names. */
export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env[REPORT_VARIABLE];
    if (file === undefined) throw new Error(`${REPORT_VARIABLE} must name a file.`);
    const states = modules.flatMap(({ children }) => Array.from(children.allTests(), (test) => test.result().state));
    const count = (state: (typeof states)[number]) => states.filter((candidate) => candidate === state).length;
    writeReport(file, { passed: count("passed"), failed: count("failed"), files: fileDurations(modules) });
  }
}
