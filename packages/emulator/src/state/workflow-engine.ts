import { timestamp } from "../timestamp.ts";
import { getAccount } from "./accounts.ts";
import type { Database } from "./database.ts";
import { hostedRunners, hostedRunnersFor, type UsableHostedRunner } from "./hosted-runners.ts";
import { getRepository } from "./repositories.ts";
import { findRunnerById, type IdleRunner, idleRunnersFor, runners } from "./runners.ts";
import { addSeconds, latestOf } from "./time-arithmetic.ts";
import * as jobs from "./workflow-jobs.ts";
import * as runs from "./workflow-runs.ts";

// Advances workflow runs: jobs go from queued to in progress to completed, and runs follow their jobs. Changes are
// computed in order, by the emulator's clock, whenever the state is read.

/** Seconds that a cancelled run's jobs take to stop. */
const CANCEL_SECONDS = 5;

/** Seconds that a job waits for a runner before it fails (see GitHub's documentation of self-hosted runners). */
const MAX_RUNNER_WAIT_SECONDS = 24 * 3600;

/** Labels of GitHub-hosted runners, which are always available. */
const HOSTED_LABEL = /^(ubuntu|windows|macos)-/;
export const HOSTED_RUNNER: jobs.JobRunner = {
  runner_id: null,
  runner_name: "Hosted runner",
  runner_group_id: null,
  runner_group_name: "Hosted runners",
};

/** A change of a run or of one of its jobs. A job is queued once all jobs that it needs have succeeded. */
export type WorkflowChange =
  | { readonly subject: "run"; readonly id: number; readonly action: "requested" | "in_progress" | "completed" }
  | {
      readonly subject: "job";
      readonly id: number;
      readonly action: "created" | "queued" | "in_progress" | "completed";
    };

/** The state, and a function that receives each change right after it was made. */
export interface EngineContext {
  readonly db: Database;
  readonly emit: (change: WorkflowChange, at: string) => void;
}

/** Returns a context that discards the changes. */
export function silentEngine(db: Database): EngineContext {
  return { db, emit: () => undefined };
}

/** Returns whether a job with these labels runs on a GitHub-hosted runner. */
export function usesHostedRunner(labels: readonly string[]): boolean {
  return labels.every((label) => HOSTED_LABEL.test(label));
}

export function advanceRuns(engine: EngineContext, time: Date): void {
  const { db } = engine;
  const now = timestamp(time);
  for (let at = jobs.nextDueTime(db); at !== undefined && at <= now; at = jobs.nextDueTime(db)) {
    const due = at;
    db.transaction(() => advanceTo(engine, due));
  }
}

/** Retries queued jobs after a change that may give them a runner. */
export function retryQueuedJobs(engine: EngineContext, time: Date): void {
  jobs.recheckRunners(engine.db, timestamp(time));
  advanceRuns(engine, time);
}

/** Makes all changes of one moment: jobs end, runs stop, then queued jobs take the idle runners. */
function advanceTo(engine: EngineContext, at: string): void {
  const { db } = engine;
  const ended = jobs.dueJobs(db, "in_progress", at);
  for (const job of ended) {
    const isLost = job.runner_id !== null && findRunnerById(db, job.runner_id)?.status !== "online";
    finishJob(engine, job, isLost ? "failure" : job.outcome, at);
  }
  const stopped = runs.runsToCancel(db, at);
  for (const id of stopped) stopRun(engine, id, at);
  if (ended.length + stopped.length > 0) jobs.recheckRunners(db, at);
  for (const job of jobs.dueJobs(db, "queued", at)) tryStart(engine, job, at);
}

/** Ends a job; the jobs that need it become ready or are skipped. */
function finishJob(engine: EngineContext, job: jobs.WorkflowJob, conclusion: string, at: string): void {
  completeJob(engine, job, conclusion, at);
  updateQueuedJobs(engine, job.run_id, at);
  updateRunStatus(engine, job.run_id, at);
}

/** Completes a job and removes its runner if that is ephemeral. */
function completeJob({ db, emit }: EngineContext, job: jobs.WorkflowJob, conclusion: string, at: string): void {
  jobs.completeJob(db, job.id, conclusion, at);
  emit({ subject: "job", id: job.id, action: "completed" }, at);
  const runner = job.runner_id === null ? undefined : findRunnerById(db, job.runner_id);
  if (runner?.ephemeral) runners.delete(db, { id: runner.id });
}

/** Stops a cancelled run and all of its jobs. */
function stopRun(engine: EngineContext, runId: number, at: string): void {
  const { db } = engine;
  for (const job of jobs.latestJobs(db, runId)) {
    if (job.status !== "completed") finishJob(engine, job, "cancelled", at);
  }
  runs.workflowRuns.update(db, { id: runId }, { cancel_at: null });
  updateRunStatus(engine, runId, at);
}

/** Starts a job that is ready if it finds a runner. Fails it if it has waited too long. */
function tryStart(engine: EngineContext, job: jobs.WorkflowJob, at: string): void {
  const { db } = engine;
  const runner = runnerFor(db, job) ?? hostedRunnerFor(db, job, at);
  const giveUpAt = addSeconds(job.ready_at ?? at, MAX_RUNNER_WAIT_SECONDS);
  if (typeof runner === "object") startJob(engine, job, runner, at);
  else if (at >= giveUpAt) finishJob(engine, job, "failure", at);
  else
    jobs.workflowJobs.update(
      db,
      { id: job.id },
      { due_at: runner === undefined || runner > giveUpAt ? giveUpAt : runner },
    );
}

function startJob(engine: EngineContext, job: jobs.WorkflowJob, runner: jobs.JobRunner, at: string): void {
  const { db, emit } = engine;
  jobs.workflowJobs.update(
    db,
    { id: job.id },
    {
      status: "in_progress",
      started_at: at,
      ready_at: null,
      due_at: addSeconds(at, job.seconds),
      runner_id: runner.runner_id,
      runner_name: runner.runner_name,
      runner_group_id: runner.runner_group_id,
      runner_group_name: runner.runner_group_name,
    },
  );
  emit({ subject: "job", id: job.id, action: "in_progress" }, at);
  if (runner.runner_id === null && runner.runner_group_id !== null && runner.runner_name !== null) {
    hostedRunners.update(db, { group_id: runner.runner_group_id, name: runner.runner_name }, { last_active_on: at });
  }
  updateRunStatus(engine, job.run_id, at);
}

function runnerFor(db: Database, job: jobs.WorkflowJob): jobs.JobRunner | undefined {
  if (usesHostedRunner(job.labels)) return HOSTED_RUNNER;
  const run = runs.getWorkflowRun(db, job.run_id);
  const idle = idleRunnersFor(db, run.repository_id, job.labels).find((runner) => isAllowedWorkflow(db, runner, run));
  return (
    idle && {
      runner_id: idle.id,
      runner_name: idle.name,
      runner_group_id: idle.group_id,
      runner_group_name: idle.group_name,
    }
  );
}

/** Returns a hosted runner of the organization, or the time when one that is being set up becomes available. */
function hostedRunnerFor(db: Database, job: jobs.WorkflowJob, at: string): jobs.JobRunner | string | undefined {
  const run = runs.getWorkflowRun(db, job.run_id);
  const usable = hostedRunnersFor(db, run.repository_id, job.labels).filter((runner) =>
    isAllowedWorkflow(db, runner, run),
  );
  const ready = usable.find(({ ready_at }) => ready_at <= at);
  if (!ready) return usable.map(({ ready_at }) => ready_at).toSorted()[0];
  return {
    runner_id: null,
    runner_name: ready.name,
    runner_group_id: ready.group_id,
    runner_group_name: ready.group_name,
  };
}

/**
 * Returns whether a runner's group allows a workflow. Groups list workflows as
 * `acme/widgets/.github/workflows/ci.yml@main`.
 */
function isAllowedWorkflow(db: Database, runner: IdleRunner | UsableHostedRunner, run: runs.WorkflowRun): boolean {
  if (!runner.restricted_to_workflows) return true;
  const repository = getRepository(db, run.repository_id);
  const owner = repository && getAccount(db, repository.owner_id);
  const workflow = `${owner?.login}/${repository?.name}/${run.workflow_path}`;
  const refs = [run.head_branch, `refs/heads/${run.head_branch}`, run.head_sha];
  return refs.some((ref) => runner.selected_workflows.includes(`${workflow}@${ref}`));
}

/** Makes queued jobs ready whose needs have all succeeded; skips those with a need that didn't. */
function updateQueuedJobs(engine: EngineContext, runId: number, at: string): void {
  const { db, emit } = engine;
  if (runs.getWorkflowRun(db, runId).cancel_at !== null) return;
  const byName = new Map(jobs.latestJobs(db, runId).map((job) => [job.name, job]));
  for (const job of byName.values()) {
    if (job.status !== "queued" || job.ready_at !== null) continue;
    const needs = job.needs.map((name) => byName.get(name));
    if (needs.some((need) => need?.status !== "completed")) continue;
    if (needs.every((need) => need?.conclusion === "success")) {
      const from = latestOf(at, ...needs.flatMap((need) => need?.completed_at ?? []));
      jobs.markReady(db, job.id, addSeconds(from, job.wait));
      emit({ subject: "job", id: job.id, action: "queued" }, at);
    } else {
      // Ending the job updates the jobs that need it in turn.
      finishJob(engine, job, "skipped", at);
      return;
    }
  }
}

/** Updates a run's status from its jobs. */
function updateRunStatus({ db, emit }: EngineContext, runId: number, at: string): void {
  const run = runs.getWorkflowRun(db, runId);
  const allJobs = jobs.latestJobs(db, runId);
  const isOver = allJobs.every(({ status }) => status === "completed");
  const hasBegun = allJobs.some(
    ({ attempt, status }) => attempt === run.run_attempt && (status === "in_progress" || status === "completed"),
  );
  const status = isOver ? "completed" : hasBegun ? "in_progress" : run.status;
  const conclusion = isOver ? conclusionOf(allJobs.map((job) => job.conclusion)) : null;
  if (isOver && run.cancel_at !== null) runs.workflowRuns.update(db, { id: runId }, { cancel_at: null });
  if (status === run.status) return;
  runs.updateWorkflowRun(db, runId, { status, conclusion }, at);
  if (status === "in_progress" || status === "completed") emit({ subject: "run", id: runId, action: status }, at);
}

/** Returns a run's conclusion from those of its jobs: the worst one wins. */
export function conclusionOf(conclusions: readonly (string | null)[]): string {
  const worst = ["failure", "timed_out", "cancelled", "action_required"].find((word) => conclusions.includes(word));
  if (worst !== undefined) return worst;
  if (conclusions.every((conclusion) => conclusion === "skipped")) return "skipped";
  return conclusions.includes("success") ? "success" : "neutral";
}

/**
 * Starts advancing a run that a seed created: its jobs wait for runners or run to their end. The initial state is not
 * emitted.
 */
export function activateSeededRun(db: Database, runId: number, at: string): void {
  for (const job of jobs.latestJobs(db, runId)) {
    if (job.status === "in_progress")
      jobs.workflowJobs.update(db, { id: job.id }, { due_at: addSeconds(job.started_at ?? at, job.seconds) });
  }
  updateQueuedJobs(silentEngine(db), runId, at);
}

/** Starts a new run with its jobs. */
export function startRun(engine: EngineContext, runId: number, time: Date): void {
  const { db, emit } = engine;
  const now = timestamp(time);
  db.transaction(() => {
    emit({ subject: "run", id: runId, action: "requested" }, now);
    for (const { id } of jobs.latestJobs(db, runId)) emit({ subject: "job", id, action: "created" }, now);
    updateQueuedJobs(engine, runId, now);
  });
}

/** Starts a queued job on the given runner. */
export function startJobOn(engine: EngineContext, jobId: number, runner: jobs.JobRunner, time: Date): void {
  const now = timestamp(time);
  engine.db.transaction(() => startJob(engine, jobs.getWorkflowJob(engine.db, jobId), runner, now));
}

/** Ends a job with the given conclusion, whether it has started or not. */
export function endJob(engine: EngineContext, jobId: number, conclusion: string, time: Date): void {
  const now = timestamp(time);
  engine.db.transaction(() => {
    finishJob(engine, jobs.getWorkflowJob(engine.db, jobId), conclusion, now);
    jobs.recheckRunners(engine.db, now);
  });
}

/** Ends a run and its unfinished jobs with the given conclusion, regardless of the finished ones. */
export function endRun(engine: EngineContext, runId: number, conclusion: string, time: Date): void {
  const { db, emit } = engine;
  const now = timestamp(time);
  db.transaction(() => {
    for (const job of jobs.latestJobs(db, runId)) {
      if (job.status !== "completed") completeJob(engine, job, conclusion, now);
    }
    runs.workflowRuns.update(db, { id: runId }, { cancel_at: null });
    runs.updateWorkflowRun(db, runId, { status: "completed", conclusion }, now);
    emit({ subject: "run", id: runId, action: "completed" }, now);
    jobs.recheckRunners(db, now);
  });
}

/** Options of a re-run. */
export interface RerunOptions {
  /** The user who requested it; null if unknown. */
  readonly by: number | null;
  readonly debug: boolean;
  readonly debugger: boolean;
}

/** Runs jobs again, with all jobs that need them, in a new attempt of their run. */
export function rerunJobs(
  engine: EngineContext,
  runId: number,
  names: Iterable<string>,
  options: RerunOptions,
  time: Date,
): void {
  const { db, emit } = engine;
  const now = timestamp(time);
  db.transaction(() => {
    const allJobs = jobs.latestJobs(db, runId);
    const toRerun = withDependents(allJobs, names);
    runs.startNextAttempt(db, runId, options.by, now);
    const attempt = runs.getWorkflowRun(db, runId).run_attempt;
    for (const job of allJobs.filter(({ name }) => toRerun.has(name))) {
      const [outcome = "success", ...rest] = job.next_outcomes;
      const plan = { ...job, outcome, next_outcomes: rest.length > 0 ? rest : [outcome] };
      const { debug, debugger: debugging } = options;
      const id = jobs.createWorkflowJob(db, plan, {
        run_id: runId,
        attempt,
        status: "queued",
        created_at: now,
        debug,
        debugger: debugging,
      });
      emit({ subject: "job", id, action: "created" }, now);
    }
    updateQueuedJobs(engine, runId, now);
    updateRunStatus(engine, runId, now);
  });
}

/** Returns these jobs and all that need them, directly or indirectly. */
function withDependents(allJobs: readonly jobs.WorkflowJob[], names: Iterable<string>): ReadonlySet<string> {
  const found = new Set(names);
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const job of allJobs) if (job.needs.some((name) => found.has(name))) found.add(job.name);
  }
  return found;
}

/** Cancels a run: it stops after a moment, and no further job starts until then. */
export function cancelRun(db: Database, runId: number, time: Date): void {
  db.transaction(() => {
    runs.workflowRuns.update(db, { id: runId }, { cancel_at: addSeconds(timestamp(time), CANCEL_SECONDS) });
    jobs.workflowJobs.update(db, { run_id: runId, status: "queued" }, { ready_at: null, due_at: null });
  });
}
