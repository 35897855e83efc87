import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setOutput } from "@actions/core";
import type { Log } from "../log.ts";
import { problemOf } from "../problem.ts";
import type { Environment } from "../settings/inputs.ts";
import { planOutput } from "./plan-output.ts";
import { countsOf, type Report } from "./report.ts";
import { writeSummary } from "./summary.ts";

/** Sets the outputs, and writes the report's file and the job summary. What was done is told even where a file can't be. */
export async function publish(report: Report, environment: Environment, log: Log): Promise<void> {
  const { changed, failed, unknown, notBegun, skipped } = countsOf(report);
  setOutput("changed", changed);
  setOutput("failed", failed + unknown + notBegun);
  setOutput("skipped", skipped);
  setOutput("plan", planOutput(report));
  // Shards' reports are gathered in one folder: no two may have one name.
  const file = join(environment["RUNNER_TEMP"] || tmpdir(), `forgehand-report-${randomUUID()}.json`);
  try {
    writeFileSync(file, JSON.stringify(report, null, 2));
    setOutput("report", file);
  } catch (error) {
    log.warning(`The report's file could not be written: ${problemOf(error)}`);
  }
  await writeSummary(report, environment, log);
}
