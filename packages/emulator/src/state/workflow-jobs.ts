import * as z from "zod/mini";
import { flag, integer, json, nullable, oneOf, type RowOf, reference, row, rowId, text } from "./columns.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import { table } from "./table.ts";

// Jobs of workflow runs. Each execution of a job is a row. If only a part of a run is re-run, the other jobs keep their
// execution from an earlier attempt.

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

export const workflowJobs = table(
  "workflow_jobs",
  {
    id: rowId(),
    run_id: reference("workflow_runs"),
    attempt: integer(),
    name: text(),
    /** The labels that its runner must have. */
    labels: json(z.array(z.string())),
    /** Names of the jobs of the run that must succeed first. */
    needs: json(z.array(z.string())),
    steps: json(z.array(WorkflowStep)),
    status: oneOf(JOB_STATUSES),
    conclusion: nullable(text()),
    created_at: text(),
    started_at: nullable(text()),
    completed_at: nullable(text()),
    /** Null for a hosted runner. The runner may have been removed since. */
    runner_id: nullable(integer()),
    runner_name: nullable(text()),
    runner_group_id: nullable(integer()),
    runner_group_name: nullable(text()),
    /** Seconds between being ready and getting a runner, and between start and end. */
    wait: integer(),
    seconds: integer(),
    /** The conclusion of this execution, and those of later re-runs; the last one repeats. */
    outcome: text(),
    next_outcomes: json(z.array(z.string())),
    debug: flag(),
    debugger: flag(),
    /** The time from which it can get a runner; null before its needs have succeeded and once it has started. */
    ready_at: nullable(text()),
    /** The time of its next automatic change; null: none. */
    due_at: nullable(text()),
  },
  {
    unique: [["run_id", "name", "attempt"]],
    more: `
CREATE INDEX workflow_jobs_due ON workflow_jobs (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX workflow_jobs_running ON workflow_jobs (runner_id) WHERE status = 'in_progress';
`,
  },
);
export type WorkflowJob = RowOf<typeof workflowJobs>;

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
export function createWorkflowJob(db: Database, planned: JobPlan, start: JobStart): number {
  const { name, labels, needs, steps, wait, seconds, outcome, next_outcomes } = planned;
  const plan = { name, labels, needs, steps, wait, seconds, outcome, next_outcomes };
  return workflowJobs.insert(db, { debug: false, debugger: false, ...plan, ...start }).id;
}

/** SQL condition that job `j` has no later attempt. */
export const IS_LATEST = `NOT EXISTS (SELECT 1 FROM workflow_jobs l
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
    workflowJobs,
    `* FROM workflow_jobs j WHERE j.run_id = ?${only} ORDER BY j.id`,
    [runId],
    pageRange,
  );
}

/** Returns the latest execution of each job of a run. */
export function latestJobs(db: Database, runId: number): WorkflowJob[] {
  return db.all(workflowJobs, `SELECT * FROM workflow_jobs j WHERE j.run_id = ? AND ${IS_LATEST} ORDER BY j.id`, runId);
}

export function findWorkflowJob(db: Database, repositoryId: number, id: number): WorkflowJob | undefined {
  const sql = `SELECT j.* FROM workflow_jobs j JOIN workflow_runs w ON w.id = j.run_id WHERE w.repository_id = ? AND j.id = ?`;
  return db.get(workflowJobs, sql, repositoryId, id);
}

export function getWorkflowJob(db: Database, id: number): WorkflowJob {
  const job = workflowJobs.find(db, { id });
  if (!job) throw new Error(`The state refers to job ${id}, which doesn't exist.`);
  return job;
}

/** Returns the jobs in a status that are due by a time, in order. */
export function dueJobs(db: Database, status: WorkflowJob["status"], by: string): WorkflowJob[] {
  const sql = "SELECT * FROM workflow_jobs WHERE status = ? AND due_at <= ? ORDER BY coalesce(ready_at, due_at), id";
  return db.all(workflowJobs, sql, status, by);
}

const Time = row({ at: nullable(text()) });

/** Returns the time of the next automatic change of any job or run. */
export function nextDueTime(db: Database): string | undefined {
  const dueTimes = `SELECT min(due_at) AS at FROM workflow_jobs WHERE due_at IS NOT NULL
    UNION ALL SELECT min(cancel_at) AS at FROM workflow_runs WHERE cancel_at IS NOT NULL`;
  return db.get(Time, `SELECT min(at) AS at FROM (${dueTimes})`)?.at ?? undefined;
}

/** Sets the time from which a job can get a runner. */
export function markReady(db: Database, id: number, readyAt: string): void {
  workflowJobs.update(db, { id }, { ready_at: readyAt, due_at: readyAt });
}

/** Makes all queued jobs try again to get a runner. */
export function recheckRunners(db: Database, now: string): void {
  db.run(
    `UPDATE workflow_jobs SET due_at = max(ready_at, ?)
     WHERE due_at IS NOT NULL AND ready_at IS NOT NULL AND status = 'queued'`,
    now,
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
