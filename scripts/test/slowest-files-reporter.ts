import type { Reporter, TestModule } from "vitest/node";
import { fileDurations } from "./file-durations.ts";
import { slowestFiles } from "./slowest-files.ts";

/** Vitest reporter that prints the slowest files at the end of a run. */
export default class SlowestFilesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    process.stdout.write(slowestFiles(fileDurations(modules)));
  }
}
