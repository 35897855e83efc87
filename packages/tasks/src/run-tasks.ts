import type { Clock, Transport } from "@forgehand/core";
import { createCancellation } from "./cancellation/cancellation.ts";
import type { RunRecorder } from "./cancellation/run-recorder.ts";
import { Work } from "./cancellation/work.ts";
import { apiUrlOf, connect } from "./connect.ts";
import type { Declarations } from "./declarations.ts";
import type { Host } from "./host.ts";
import type { Log } from "./log.ts";
import { type EntryNeeds, operationsFor } from "./owner-operations.ts";
import { checkEach, describeError, toOneLine } from "./problem.ts";
import { readRedis } from "./redis/read-redis.ts";
import type { RedisConnection } from "./redis/redis-connection.ts";
import type { TaskPlan, TaskReport } from "./report/report.ts";
import { paceOptions } from "./run/pace.ts";
import type { RunContext } from "./run/run-context.ts";
import type { PlannedTask } from "./run/run-task.ts";
import type { Settings } from "./settings/create-settings.ts";
import { createDirectory } from "./targets/create-directory.ts";
import { shardOf } from "./targets/shard.ts";
import type { PreparedTask } from "./tasks/prepare-task.ts";
import { prepareTasks } from "./tasks/tasks.ts";

/** Dependencies of a run. */
export interface RunDependencies extends Host {
  readonly log: Log;
  readonly clock: Clock;
  readonly stopping: AbortSignal;
  /** Sends requests; default: undici. */
  readonly transport?: Transport | undefined;
  /** Records outcomes as the run progresses. */
  readonly recorder: RunRecorder;
  /**
   * Asks whether to make the changes of all plans; called in mode `apply` if there are any. Undefined: each task's changes
   * are made as soon as they are planned.
   */
  readonly confirm?: ((plans: readonly TaskPlan[]) => Promise<boolean>) | undefined;
}

/** Tasks whose settings have been read, with the context they run in. */
export interface PreparedRun {
  readonly run: RunContext;
  readonly tasks: readonly PreparedTask[];
}

/**
 * Reads all settings and creates the client.
 * @throws Problem if a setting is invalid, before the first call
 */
export async function prepareRun(
  inputs: Settings,
  declarations: Declarations,
  deps: RunDependencies,
): Promise<PreparedRun> {
  const tasks = await prepareTasks(declarations);
  const { environment, workspace, credentials, log, clock, stopping, recorder } = deps;
  const { middleware, protect } = createCancellation(stopping, clock);
  const mode = inputs.required("mode");
  const needs = tasks.flatMap(({ targets, operations }): readonly EntryNeeds[] => {
    const entries = operations(mode === "apply");
    return targets.flatMap((entryTargets, index) => {
      const entry = entries[index];
      return entry ? [{ targets: entryTargets, operations: entry }] : [];
    });
  });
  const redis = await connectRedis(inputs, deps);
  const connection = connect(inputs, {
    ...deps,
    quotaStore: redis?.quotaStore,
    onRequest: recorder.recordRequest,
    middleware: [middleware],
    operationsFor: (owner) => operationsFor(owner, needs),
  });
  const shard = inputs.optional("shard");
  const directory = createDirectory(connection, { mode, shard: shardOf(shard), log });
  return {
    tasks,
    run: {
      mode,
      environment,
      workspace,
      credentials,
      dialect: inputs.required("dialect"),
      apiUrl: apiUrlOf(inputs, deps.defaultApiUrl),
      allowHttp: inputs.required("allow-http"),
      connection,
      directory,
      redis,
      clock,
      log,
      shard,
      stopping,
      protect,
      onOutcome: recorder.recordOutcome,
      pace: paceOptions(inputs),
    },
  };
}

/** Creates the connection to the Redis server that is set. @throws Problem */
async function connectRedis(inputs: Settings, deps: RunDependencies): Promise<RedisConnection | undefined> {
  const server = readRedis(inputs);
  if (server === undefined) return undefined;
  // Its client is large, and most runs need none.
  const { createRedisConnection } = await import("./redis/redis-connection.ts");
  return createRedisConnection(server, deps);
}

/**
 * Runs the configured tasks in order, and records their reports. If one of several fails, the others still run.
 * @throws Problem if a setting is invalid, before the first call; Problem or ForgeError if nothing could be planned
 */
export async function runTasks(inputs: Settings, declarations: Declarations, deps: RunDependencies): Promise<void> {
  const { recorder, confirm } = deps;
  const { run, tasks } = await prepareRun(inputs, declarations, deps);
  const checks = await Promise.allSettled(tasks.map((task) => task.check(run)));
  checkEach(checks, (check) => {
    if (check.status === "rejected") throw check.reason;
  });
  /** Records a failure as the result of its task, so that other tasks still run. */
  const recordFailure = (task: PreparedTask, error: unknown) => {
    // A shard always writes a report. Otherwise a merge could not distinguish a failed shard from one that never ran.
    if (tasks.length === 1 && run.shard === undefined && !run.stopping.aborted) throw error;
    const problem = describeError(error);
    run.log.warning(`${task.title}: ${toOneLine(problem)}`);
    recorder.recordTask(reportOfFailed(task, problem));
  };
  const waiting: (PlannedTask & { readonly task: PreparedTask })[] = [];
  try {
    for (const task of tasks) {
      try {
        await run.redis?.open();
        const plan = await task.plan(run, recorder);
        if (confirm !== undefined && run.mode === "apply") waiting.push({ ...plan, task });
        else recorder.recordTask(await plan.finish());
      } catch (error) {
        recordFailure(task, error);
      }
    }
    const plans = waiting.map(({ planned }) => planned);
    const isConfirmed = plans.every(({ plan }) => plan.changes.length === 0) || (await confirm?.(plans));
    for (const { task, planned, finish } of waiting) {
      try {
        recorder.recordTask(isConfirmed ? await finish() : reportOfDeclined(planned));
      } catch (error) {
        recordFailure(task, error);
      }
    }
  } finally {
    await endRun(run);
  }
}

/** Revokes the tokens of a run, and closes its connections. */
export async function endRun({ connection, protect, redis }: RunContext): Promise<void> {
  await connection.revokeTokens(protect(new Work()));
  await redis?.close();
}

/** Returns the report of a task whose plan was not confirmed. */
function reportOfDeclined(planned: TaskPlan): TaskReport {
  const { changes, unreadable } = planned.plan;
  const outcomes = changes.map((change) => ({
    change,
    end: "not-started" as const,
    note: "the plan was not confirmed",
  }));
  return { ...planned, outcomes, failures: unreadable };
}

/** Returns the report of a task that could not be planned. Other tasks still run. */
function reportOfFailed({ name, title }: PreparedTask, problem: string): TaskReport {
  const plan = { changes: [], skipped: [], unreadable: [], notes: [] };
  return { task: name, title, plan, outcomes: [], failures: [{ target: title, problem }] };
}
