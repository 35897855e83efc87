import { setFailed } from "@actions/core";
import { systemClock } from "@forgehand/core";
import { undiciTransport } from "@forgehand/core/undici";
import type { Declarations } from "./declarations.ts";
import { readMatrix } from "./fleet/matrix.ts";
import { mergeReports } from "./fleet/merge-reports.ts";
import { publishMatrix } from "./fleet/publish-matrix.ts";
import type { Log } from "./log.ts";
import { oneLine } from "./problem.ts";
import { publish } from "./report/publish.ts";
import { type Report, verdict } from "./report/report.ts";
import { aboutRun } from "./run/about.ts";
import { stopOnSignals } from "./run/ending/cancel.ts";
import { createChronicle } from "./run/ending/chronicle.ts";
import { perform } from "./run/perform.ts";
import type { Environment } from "./settings/inputs.ts";
import type { Settings } from "./settings/read.ts";

/** Runs a step to its end: does what is declared, and tells of it. @throws Problem or ForgeError where nothing was planned */
export async function runStep(
  inputs: Settings,
  declarations: Declarations,
  environment: Environment,
  log: Log,
): Promise<void> {
  const clock = systemClock;
  const chronicle = createChronicle();
  const { stopping, release } = stopOnSignals(log, () => {
    // Two and a half seconds are left, or less: what is known by now is told, and nothing waited for.
    tell(chronicle.report(aboutRun(inputs, { environment, clock, stopping })), environment, log);
    process.exit(1);
  });
  const transport = undiciTransport();
  const around = { environment, log, clock, stopping, transport, chronicle };
  const mode = inputs.required("mode");
  try {
    if (mode === "matrix") publishMatrix(await readMatrix(inputs, declarations, around), inputs, around);
    else if (mode === "merge") tell(mergeReports(inputs, around), environment, log);
    else tell(await perform(inputs, declarations, around), environment, log);
    // What was left behind may take its time, and nobody waits for it.
    if (stopping.aborted) process.stdout.write("", () => process.exit());
  } finally {
    release();
    if (!stopping.aborted) await transport.close();
  }
}

function tell(report: Report, environment: Environment, log: Log): void {
  publish(report, environment, log);
  const failure = verdict(report);
  if (failure !== undefined) setFailed(oneLine(failure));
}
