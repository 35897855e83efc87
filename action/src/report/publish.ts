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

/**
 * Sets the outputs, and writes the report's file and the job summary. What was done is told even where a file can't be.
 * It waits for nothing: it must get through when the step is about to be killed.
 */
export function publish(report: Report, environment: Environment, log: Log): void {
  const { changed, failed, unknown, notBegun, skipped } = countsOf(report);
  const file = writeReport(report, environment, log);
  const outputs = { changed, failed: failed + unknown + notBegun, skipped, plan: planOutput(report) };
  setOutputs({ ...outputs, ...(file !== undefined && { report: file }) }, environment, log);
  writeSummary(report, environment, log);
}

/** Sets outputs, where there is a runner to take them. */
export function setOutputs(
  outputs: Readonly<Record<string, string | number>>,
  environment: Environment,
  log: Log,
): void {
  if (!environment["GITHUB_OUTPUT"]) return;
  try {
    for (const [name, value] of Object.entries(outputs)) setOutput(name, value);
  } catch (error) {
    log.warning(`The outputs could not be set: ${problemOf(error)}`);
  }
}

/** @returns the file's path; undefined where it could not be written */
function writeReport(report: Report, environment: Environment, log: Log): string | undefined {
  // Shards' reports are gathered in one folder: no two may have one name.
  const file = join(environment["RUNNER_TEMP"] || tmpdir(), `forgehand-report-${randomUUID()}.json`);
  try {
    // Names of private repositories stand in it: on a machine that others use it is none of theirs.
    writeFileSync(file, JSON.stringify(report, null, 2), { mode: 0o600 });
    return file;
  } catch (error) {
    log.warning(`The report's file could not be written: ${problemOf(error)}`);
    return undefined;
  }
}
