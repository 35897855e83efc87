import { systemClock } from "@forgehand/core";
import { undiciTransport } from "@forgehand/core/undici";
import { cancelOnSignals } from "./cancellation/cancel-on-signals.ts";
import { createRunRecorder } from "./cancellation/run-recorder.ts";
import type { Declarations } from "./declarations.ts";
import { mergeReports } from "./fleet/merge-reports.ts";
import { publishMatrix } from "./fleet/publish-matrix.ts";
import { readMatrix } from "./fleet/read-matrix.ts";
import type { Log } from "./log.ts";
import { publish } from "./report/publish.ts";
import { redactReport } from "./report/redact-report.ts";
import { failureMessage, type Report } from "./report/report.ts";
import { reportMetadata } from "./run/report-metadata.ts";
import { runTasks } from "./run-tasks.ts";
import type { Settings } from "./settings/create-settings.ts";
import type { Environment } from "./settings/read-inputs.ts";

/**
 * Runs the step: executes the declared tasks and publishes the report.
 * @throws Problem or ForgeError if nothing was planned
 */
export async function runStep(
  inputs: Settings,
  declarations: Declarations,
  environment: Environment,
  log: Log,
): Promise<void> {
  const clock = systemClock;
  const recorder = createRunRecorder();
  const { stopping, release } = cancelOnSignals(log, () => {
    // At most 2.5 seconds are left: the outcomes known by now are published and nothing is awaited.
    publishReport(recorder.report(reportMetadata(inputs, { environment, clock, stopping })), environment, log);
    process.exit(1);
  });
  const transport = undiciTransport();
  const deps = { environment, log, clock, stopping, transport, recorder };
  const mode = inputs.required("mode");
  try {
    if (mode === "matrix") publishMatrix(await readMatrix(inputs, declarations, deps), inputs, deps);
    else if (mode === "merge") publishReport(mergeReports(inputs, deps), environment, log);
    else publishReport(await runTasks(inputs, declarations, deps), environment, log);
    // Pending work must not delay the exit of a cancelled step.
    if (stopping.aborted) process.stdout.write("", () => process.exit());
  } finally {
    release();
    if (!stopping.aborted) await transport.close();
  }
}

function publishReport(report: Report, environment: Environment, log: Log): void {
  const redacted = redactReport(report, log.redact);
  publish(redacted, environment, log);
  const failure = failureMessage(redacted);
  if (failure !== undefined) log.error(failure);
}
