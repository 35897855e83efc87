import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setOutput, warning } from "@actions/core";
import { problemOf } from "./problem.ts";
import { failedIn, type Report } from "./report.ts";
import { writeSummary } from "./summary.ts";

/** Sets the outputs, and writes the report's file and the job summary. What was done is told even where a file can't be. */
export async function publish(report: Report): Promise<void> {
  const { plan, outcomes, mode, failures } = report;
  const failed = failedIn(outcomes);
  setOutput("changed", mode === "apply" ? outcomes.length - failed : plan.changes.length);
  setOutput("failed", failed + failures.length);
  setOutput("skipped", plan.skipped.length);
  setOutput("plan", JSON.stringify(plan));
  const file = join(process.env["RUNNER_TEMP"] || tmpdir(), `forgehand-report-${process.pid}.json`);
  try {
    writeFileSync(file, JSON.stringify(report, null, 2));
    setOutput("report", file);
  } catch (error) {
    warning(`The report's file could not be written: ${problemOf(error)}`);
  }
  await writeSummary(report);
}
