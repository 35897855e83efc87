import type { Clock, Transport } from "@forgehand/core";
import { apiUrlOf, connect } from "../connect.ts";
import type { Declarations } from "../declarations.ts";
import type { Log } from "../log.ts";
import { checkEach, oneLine, problemOf } from "../problem.ts";
import type { Report, TaskReport } from "../report/report.ts";
import type { Environment } from "../settings/inputs.ts";
import type { Settings } from "../settings/read.ts";
import { createDirectory } from "../targets/find.ts";
import { shardOf } from "../targets/shard.ts";
import { type Ready, TASKS } from "../tasks/index.ts";
import { aboutRun } from "./about.ts";
import { type Chronicle, createChronicle } from "./ending/chronicle.ts";
import { createEnding } from "./ending/ending.ts";
import { paceOf } from "./pace.ts";
import type { Run } from "./run.ts";

/** What a step runs in. */
export interface Surroundings {
  readonly environment: Environment;
  readonly log: Log;
  readonly clock: Clock;
  readonly stopping: AbortSignal;
  /** What sends requests; default undici. */
  readonly transport?: Transport | undefined;
  /** Hears what the run comes to as it goes. */
  readonly chronicle?: Chronicle | undefined;
}

/** Tasks whose settings are read, and the run that they are for. */
export interface Prepared {
  readonly run: Run;
  readonly tasks: readonly Ready[];
}

/** Reads every setting, and connects. @throws Problem on what can't be right, before the first call */
export function prepare(inputs: Settings, declarations: Declarations, around: Surroundings): Prepared {
  const tasks = Array.from(declarations, ([name, entries]) => TASKS[name](entries));
  const { environment, log, clock, stopping, chronicle } = around;
  const { step, puttingAway } = createEnding(stopping, clock);
  const connection = connect(inputs, { ...around, steps: [step] });
  const mode = inputs.required("mode");
  const shard = inputs.optional("shard");
  const directory = createDirectory(connection, { shard: shardOf(shard), log });
  const [told, pace] = [chronicle?.told, paceOf(inputs)];
  return {
    tasks,
    run: {
      mode,
      environment,
      apiUrl: apiUrlOf(inputs, environment),
      connection,
      directory,
      clock,
      log,
      shard,
      stopping,
      puttingAway,
      told,
      pace,
    },
  };
}

/**
 * Does what the settings say, one task after the other.
 * @throws Problem on what can't be right, before the first call; Problem or ForgeError where nothing could be planned
 */
export async function perform(inputs: Settings, declarations: Declarations, around: Surroundings): Promise<Report> {
  const chronicle = around.chronicle ?? createChronicle();
  const { run, tasks } = prepare(inputs, declarations, { ...around, chronicle });
  const checks = await Promise.allSettled(tasks.map((task) => task.check(run)));
  checkEach(checks, (check) => {
    if (check.status === "rejected") throw check.reason;
  });
  for (const task of tasks) chronicle.ended(await endOf(task, run, chronicle, tasks.length === 1));
  return chronicle.report(aboutRun(inputs, around));
}

/** What a task comes to: where it can't be planned, the others go on all the same. @throws what it throws, where it is alone */
async function endOf(task: Ready, run: Run, chronicle: Chronicle, isAlone: boolean): Promise<TaskReport> {
  try {
    return await task.perform(run, chronicle);
  } catch (error) {
    // A shard leaves a report in any case: whoever merges them could not tell it from one that never ran.
    if (isAlone && run.shard === undefined && !run.stopping.aborted) throw error;
    const problem = problemOf(error);
    run.log.warning(`${task.title}: ${oneLine(problem)}`);
    const { name, title } = task;
    const plan = { changes: [], skipped: [], unreadable: [], notes: [] };
    return { task: name, title, plan, outcomes: [], failures: [{ target: title, problem }] };
  }
}
