import type { Clock, Transport } from "@forgehand/core";
import { connect } from "../connect.ts";
import type { Declarations } from "../declarations.ts";
import type { Log } from "../log.ts";
import type { Report, TaskReport } from "../report/report.ts";
import type { Environment } from "../settings/inputs.ts";
import type { Settings } from "../settings/read.ts";
import { createDirectory } from "../targets/find.ts";
import { TASKS } from "../tasks/index.ts";
import type { Run } from "./run.ts";

/** What a step runs in. */
export interface Surroundings {
  readonly environment: Environment;
  readonly log: Log;
  readonly clock: Clock;
  readonly stopping: AbortSignal;
  /** What sends requests; default undici. */
  readonly transport?: Transport | undefined;
}

/**
 * Does what the settings say, one task after the other.
 * @throws Problem on what can't be right, before the first call; Problem or ForgeError where nothing could be planned
 */
export async function perform(inputs: Settings, declarations: Declarations, around: Surroundings): Promise<Report> {
  // Every setting is read before the first call.
  const tasks = Array.from(declarations, ([name, entries]) => TASKS[name](entries));
  const connection = connect(inputs, around);
  const mode = inputs.required("mode");
  const { environment, log, clock, stopping } = around;
  const shard = inputs.optional("shard");
  const run: Run = {
    ...{ mode, environment, connection, directory: createDirectory(connection), clock, log, shard, stopping },
    puttingAway: (act) => act(),
  };
  const reports: TaskReport[] = [];
  for (const task of tasks) reports.push(await task(run));
  return { version: 1, mode, shard, cancelled: stopping.aborted, tasks: reports };
}
