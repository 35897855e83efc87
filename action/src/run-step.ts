import { setFailed } from "@actions/core";
import { undiciTransport } from "@forgehand/core/undici";
import type { Declarations } from "./declarations.ts";
import type { Log } from "./log.ts";
import { oneLine } from "./problem.ts";
import { publish } from "./report/publish.ts";
import { verdict } from "./report/report.ts";
import { stopOnSignals } from "./run/cancel.ts";
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
  const { stopping, release } = stopOnSignals(log);
  const transport = undiciTransport();
  try {
    const clock = { now: () => Date.now(), after };
    const report = await perform(inputs, declarations, { environment, log, clock, stopping, transport });
    await publish(report, environment, log);
    const failure = verdict(report);
    if (failure !== undefined) setFailed(oneLine(failure));
  } finally {
    release();
    await transport.close();
  }
}

function after(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
}
