import * as z from "zod/mini";
import { type Database, flag, json, type PageRange, queryPage, type RowPage } from "./database.ts";

// Jobs of workflow runs. Each execution of a job is a row. If only a part of a run is re-run, the other jobs keep their
// execution from an earlier attempt.

export const WORKFLOW_JOB_TABLES = `
CREATE TABLE workflow_jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT, run_id INTEGER NOT NULL REFERENCES workflow_runs ON DELETE CASCADE,
  attempt INTEGER NOT NULL, name TEXT NOT NULL, labels TEXT NOT NULL, needs TEXT NOT NULL, steps TEXT NOT NULL,
  status TEXT NOT NULL, conclusion TEXT, created_at TEXT NOT NULL, started_at TEXT, completed_at TEXT,
  runner_id INTEGER, runner_name TEXT, runner_group_id INTEGER, runner_group_name TEXT,
  wait INTEGER NOT NULL, seconds INTEGER NOT NULL, outcome TEXT NOT NULL, next_outcomes TEXT NOT NULL,
  debug INTEGER NOT NULL, debugger INTEGER NOT NULL, ready_at TEXT, due_at TEXT, UNIQUE (run_id, name, attempt)
) STRICT;
CREATE INDEX workflow_jobs_due ON workflow_jobs (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX workflow_jobs_running ON workflow_jobs (runner_id) WHERE status = 'in_progress';
`;

export const JOB_STATUSES = ["queued", "in_progress", "completed", "waiting", "requested", "pending"] as const;
export const JOB_CONCLUSIONS = [
  "success",
  "failure",
  "neutral",
  "cancelled",
  "skipped",
  "timed_out",
  "action_required",
] as const;

/** A step as defined by the workflow. */
export const WorkflowStep = z.object({
  name: z.string(),
  /** Its duration relative to the other steps of the job. */
  seconds: z.number(),
  /** Whether this step fails when the job fails; by default the last one does. */
  fails: z.boolean(),
  /** The step's output. */
  log: z.string(),
});
export type WorkflowStep = z.output<typeof WorkflowStep>;

export const WorkflowJob = z.object({
  id: z.int(),
  run_id: z.int(),
  attempt: z.int(),
  name: z.string(),
  /** The labels that its runner must have. */
  labels: json(z.array(z.string())),
  /** Names of the jobs of the run that must succeed first. */
  needs: json(z.array(z.string())),
  steps: json(z.array(WorkflowStep)),
  status: z.enum(JOB_STATUSES),
  conclusion: z.nullable(z.string()),
  created_at: z.string(),
  started_at: z.nullable(z.string()),
  completed_at: z.nullable(z.string()),
  /** Null for a hosted runner. The runner may have been removed since. */
  runner_id: z.nullable(z.int()),
  runner_name: z.nullable(z.string()),
  runner_group_id: z.nullable(z.int()),
  runner_group_name: z.nullable(z.string()),
  /** Seconds between being ready and getting a runner, and between start and end. */
  wait: z.int(),
  seconds: z.int(),
  /** The conclusion of this execution, and those of later re-runs; the last one repeats. */
  outcome: z.string(),
  next_outcomes: json(z.array(z.string())),
  debug: flag(),
  debugger: flag(),
  /** The time from which it can get a runner; null before its needs have succeeded and once it has started. */
  ready_at: z.nullable(z.string()),
  /** The time of its next automatic change; null: none. */
  due_at: z.nullable(z.string()),
});
export type WorkflowJob = z.output<typeof WorkflowJob>;

/** The properties of a job that its workflow defines. */
export type JobPlan = Pick<
  WorkflowJob,
  "name" | "labels" | "needs" | "steps" | "wait" | "seconds" | "outcome" | "next_outcomes"
>;

/** The runner of a job: self-hosted or hosted. */
export type JobRunner = Pick<WorkflowJob, "runner_id" | "runner_name" | "runner_group_id" | "runner_group_name">;

/** The initial state of an execution. */
export type JobStart = Pick<WorkflowJob, "run_id" | "attempt" | "status" | "created_at"> &
  Partial<Pick<WorkflowJob, "conclusion" | "started_at" | "completed_at" | "debug" | "debugger"> & JobRunner>;

/** @returns the job's id */
export function createWorkflowJob(db: Database, plan: JobPlan, start: JobStart): number {
  const { id } = db.run(
    `INSERT INTO workflow_jobs (name, labels, needs, steps, wait, seconds, outcome, next_outcomes,
       run_id, attempt, status, conclusion, created_at, started_at, completed_at, runner_id, runner_name,
       runner_group_id, runner_group_name, debug, debugger)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[plan.name, JSON.stringify(plan.labels), JSON.stringify(plan.needs), JSON.stringify(plan.steps)],
    ...[plan.wait, plan.seconds, plan.outcome, JSON.stringify(plan.next_outcomes)],
    ...[start.run_id, start.attempt, start.status, start.conclusion ?? null, start.created_at],
    ...[start.started_at ?? null, start.completed_at ?? null, start.runner_id ?? null, start.runner_name ?? null],
    ...[start.runner_group_id ?? null, start.runner_group_name ?? null],
    ...[Number(start.debug ?? false), Number(start.debugger ?? false)],
  );
  return id;
}

/** SQL condition that job `j` has no later attempt. */
const IS_LATEST = `NOT EXISTS (SELECT 1 FROM workflow_jobs l
  WHERE l.run_id = j.run_id AND l.name = j.name AND l.attempt > j.attempt)`;

/**
 * Returns the executions of a run's jobs.
 * @param attempts the latest of each job, or all
 */
export function workflowJobsOf(
  db: Database,
  runId: number,
  attempts: "latest" | "all",
  pageRange: PageRange,
): RowPage<WorkflowJob> {
  const only = attempts === "latest" ? ` AND ${IS_LATEST}` : "";
  return queryPage(
    db,
    WorkflowJob,
    `* FROM workflow_jobs j WHERE j.run_id = ?${only} ORDER BY j.id`,
    [runId],
    pageRange,
  );
}

/** Returns the latest execution of each job of a run. */
export function latestJobs(db: Database, runId: number): WorkflowJob[] {
  return db.all(WorkflowJob, `SELECT * FROM workflow_jobs j WHERE j.run_id = ? AND ${IS_LATEST} ORDER BY j.id`, runId);
}

export function findWorkflowJob(db: Database, repositoryId: number, id: number): WorkflowJob | undefined {
  const sql = `SELECT j.* FROM workflow_jobs j JOIN workflow_runs w ON w.id = j.run_id WHERE w.repository_id = ? AND j.id = ?`;
  return db.get(WorkflowJob, sql, repositoryId, id);
}

export function getWorkflowJob(db: Database, id: number): WorkflowJob {
  const job = db.get(WorkflowJob, "SELECT * FROM workflow_jobs WHERE id = ?", id);
  if (!job) throw new Error(`The state refers to job ${id}, which doesn't exist.`);
  return job;
}

/** Returns the jobs in a status that are due by a time, in order. */
export function dueJobs(db: Database, status: WorkflowJob["status"], by: string): WorkflowJob[] {
  const sql = "SELECT * FROM workflow_jobs WHERE status = ? AND due_at <= ? ORDER BY coalesce(ready_at, due_at), id";
  return db.all(WorkflowJob, sql, status, by);
}

const Time = z.object({ at: z.nullable(z.string()) });

/** Returns the time of the next automatic change of any job or run. */
export function nextDueTime(db: Database): string | undefined {
  const dueTimes = `SELECT min(due_at) AS at FROM workflow_jobs WHERE due_at IS NOT NULL
    UNION ALL SELECT min(cancel_at) AS at FROM workflow_runs WHERE cancel_at IS NOT NULL`;
  return db.get(Time, `SELECT min(at) AS at FROM (${dueTimes})`)?.at ?? undefined;
}

/** Sets the time from which a job can get a runner. */
export function markReady(db: Database, id: number, readyAt: string): void {
  db.run("UPDATE workflow_jobs SET ready_at = ?, due_at = ? WHERE id = ?", readyAt, readyAt, id);
}

/** Cancels the scheduled changes of a run's queued jobs. */
export function suspendQueuedJobs(db: Database, runId: number): void {
  db.run("UPDATE workflow_jobs SET ready_at = NULL, due_at = NULL WHERE run_id = ? AND status = 'queued'", runId);
}

/** Sets the time at which a queued job tries again to get a runner. */
export function scheduleRunnerCheck(db: Database, id: number, at: string): void {
  db.run("UPDATE workflow_jobs SET due_at = ? WHERE id = ?", at, id);
}

/** Makes all queued jobs try again to get a runner. */
export function recheckRunners(db: Database, now: string): void {
  db.run(
    `UPDATE workflow_jobs SET due_at = max(ready_at, ?)
     WHERE due_at IS NOT NULL AND ready_at IS NOT NULL AND status = 'queued'`,
    now,
  );
}

export function startJob(db: Database, id: number, runner: JobRunner, at: string, endsAt: string): void {
  db.run(
    `UPDATE workflow_jobs SET status = 'in_progress', started_at = ?, ready_at = NULL, due_at = ?, runner_id = ?,
       runner_name = ?, runner_group_id = ?, runner_group_name = ? WHERE id = ?`,
    ...[at, endsAt, runner.runner_id, runner.runner_name, runner.runner_group_id, runner.runner_group_name, id],
  );
}

/** Completes a job, whether it has started or not. */
export function completeJob(db: Database, id: number, conclusion: string, at: string): void {
  // The clock may have been set back since the job started.
  db.run(
    `UPDATE workflow_jobs SET status = 'completed', conclusion = ?1, started_at = coalesce(started_at, ?2),
       completed_at = max(?2, coalesce(started_at, ?2)), ready_at = NULL, due_at = NULL WHERE id = ?3`,
    ...[conclusion, at, id],
  );
}

/** Assigns a newly created runner to the jobs of an account's repositories that name it. */
export function assignRunner(db: Database, ownerId: number, runner: JobRunner): void {
  db.run(
    `UPDATE workflow_jobs SET runner_id = ?, runner_group_id = ?, runner_group_name = ?
     WHERE runner_id IS NULL AND runner_group_name IS NULL AND runner_name = ? COLLATE NOCASE AND run_id IN
       (SELECT w.id FROM workflow_runs w JOIN repositories r ON r.id = w.repository_id WHERE r.owner_id = ?)`,
    ...[runner.runner_id, runner.runner_group_id, runner.runner_group_name, runner.runner_name, ownerId],
  );
}
