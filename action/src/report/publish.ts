import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setOutput } from "@actions/core";
import type { Environment } from "@forgehand/tasks/host";
import type { Log } from "@forgehand/tasks/log";
import { describeError } from "@forgehand/tasks/problem";
import { countsOf, type Report } from "@forgehand/tasks/report/report";
import { givenUpOutput, planOutput } from "./plan-output.ts";
import { writeSummary } from "./summary.ts";

/**
 * Sets the outputs and writes the report file and the job summary. If a file can't be written, the rest still is.
 * Synchronous, since the step may be about to be killed.
 */
export function publish(report: Report, environment: Environment, log: Log): void {
  const { changed, failed, unknown, notStarted, skipped, givenUp } = countsOf(report);
  const file = writeReport(report, environment, log);
  const outputs = {
    changed,
    failed: failed + unknown + notStarted,
    skipped,
    "given-up": givenUp,
    "given-up-events": givenUpOutput(report),
    plan: planOutput(report, file),
  };
  setOutputs({ ...outputs, ...(file !== undefined && { report: file }) }, environment, log);
  writeSummary(report, environment, log);
}

/** Sets outputs, if there is a runner. */
export function setOutputs(
  outputs: Readonly<Record<string, string | number>>,
  environment: Environment,
  log: Log,
): void {
  if (!environment["GITHUB_OUTPUT"]) return;
  try {
    for (const [name, value] of Object.entries(outputs)) setOutput(name, value);
  } catch (error) {
    log.warning(`The outputs could not be set: ${describeError(error)}`);
  }
}

/** @returns the file's path; undefined if it could not be written */
function writeReport(report: Report, environment: Environment, log: Log): string | undefined {
  // Reports of several shards are collected in one folder, so names must be unique.
  const file = join(environment["RUNNER_TEMP"] || tmpdir(), `forgehand-report-${randomUUID()}.json`);
  try {
    // The report contains names of private repositories: not readable by other users of the machine.
    writeFileSync(file, JSON.stringify(report, null, 2), { mode: 0o600 });
    return file;
  } catch (error) {
    log.warning(`The report's file could not be written: ${describeError(error)}`);
    return undefined;
  }
}
