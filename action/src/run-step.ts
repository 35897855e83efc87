import { systemClock } from "@forgehand/core";
import { undiciTransport } from "@forgehand/core/undici";
import { cancelOnSignals } from "@forgehand/tasks/cancellation/cancel-on-signals";
import { createRunRecorder } from "@forgehand/tasks/cancellation/run-recorder";
import type { Declarations } from "@forgehand/tasks/declarations";
import type { Environment, Host } from "@forgehand/tasks/host";
import type { Log } from "@forgehand/tasks/log";
import { redactReport } from "@forgehand/tasks/report/redact-report";
import { conclusion, failureMessage, type Report } from "@forgehand/tasks/report/report";
import { runTasks } from "@forgehand/tasks/run-tasks";
import type { Settings } from "@forgehand/tasks/settings/create-settings";
import { mergeReports } from "./fleet/merge-reports.ts";
import { publishMatrix } from "./fleet/publish-matrix.ts";
import { readMatrix } from "./fleet/read-matrix.ts";
import { publish } from "./report/publish.ts";
import { publishFailure } from "./report/publish-failure.ts";
import { reportMetadata } from "./report/report-metadata.ts";
import { isReportedToRepository } from "./report/repository-settings.ts";

/** Runs the step: executes the declared tasks, and publishes the report or why there is none. */
export async function runStep(inputs: Settings, declarations: Declarations, host: Host, log: Log): Promise<void> {
  const { environment } = host;
  const clock = systemClock;
  const recorder = createRunRecorder(clock);
  const { stopping, release } = cancelOnSignals(log, () => {
    // At most 2.5 seconds are left: the outcomes known by now are published and nothing is awaited.
    publishRun();
    process.exit(1);
  });
  const publishRun = () => publishReport(recorder.report(reportMetadata(inputs, deps)), environment, log);
  const transport = undiciTransport();
  const deps = { ...host, log, clock, stopping, transport, recorder };
  const mode = inputs.required("mode");
  try {
    if (mode === "matrix") publishMatrix(await readMatrix(inputs, declarations, deps), inputs, deps);
    else {
      if (mode !== "merge") await runTasks(inputs, declarations, deps);
      const report = mode === "merge" ? publishReport(mergeReports(inputs, deps), environment, log) : publishRun();
      if (isReportedToRepository(inputs) && !stopping.aborted) {
        const { reportToRepository } = await import("./report/report-to-repository.ts");
        await reportToRepository(report, inputs, deps);
      }
    }
    // Pending work must not delay the exit of a cancelled step.
    if (stopping.aborted) process.stdout.write("", () => process.exit());
  } catch (error) {
    await publishFailure(error, recorder.usage(), environment, log);
  } finally {
    release();
    if (!stopping.aborted) await transport.close();
  }
}

/** @returns the report without secrets */
function publishReport(report: Report, environment: Environment, log: Log): Report {
  const redacted = redactReport(report, log.redact);
  publish(redacted, environment, log);
  const failure = failureMessage(redacted);
  if (failure !== undefined) log.error(failure);
  log.info(conclusion(redacted));
  return redacted;
}
