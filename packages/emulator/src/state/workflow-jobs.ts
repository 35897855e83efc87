import * as z from "zod/mini";
import { type Database, flag, json, type Part, readPart, type Window } from "./database.ts";

// The jobs of workflow runs (public description of jobs). Each execution of a job is a row: where a run is run again in part,
// a job that isn't keeps the execution of an earlier attempt as its latest.

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
  ...["success", "failure", "neutral", "cancelled", "skipped", "timed_out", "action_required"],
] as const;

/** A step as the workflow writes it down. */
export const WorkflowStep = z.object({
  name: z.string(),
  /** How long it takes beside the others of its job. */
  seconds: z.number(),
  /** It is the one that fails when the job does; none: the last. */
  fails: z.boolean(),
  /** What it prints. */
  log: z.string(),
});
export type WorkflowStep = z.output<typeof WorkflowStep>;

export const WorkflowJob = z.object({
  id: z.int(),
  run_id: z.int(),
  attempt: z.int(),
  name: z.string(),
  /** What its runner must have. */
  labels: json(z.array(z.string())),
  /** Names of the jobs of its run that must succeed first. */
  needs: json(z.array(z.string())),
  steps: json(z.array(WorkflowStep)),
  status: z.enum(JOB_STATUSES),
  conclusion: z.nullable(z.string()),
  created_at: z.string(),
  started_at: z.nullable(z.string()),
  completed_at: z.nullable(z.string()),
  /** Null on a runner of the service's own. The runner itself may be gone by now. */
  runner_id: z.nullable(z.int()),
  runner_name: z.nullable(z.string()),
  runner_group_id: z.nullable(z.int()),
  runner_group_name: z.nullable(z.string()),
  /** Seconds from when it may start until a runner is looked for, and from its start to its end. */
  wait: z.int(),
  seconds: z.int(),
  /** What it will come to, and what it would when it is run again: once, twice ...; the last holds from then on. */
  outcome: z.string(),
  next_outcomes: json(z.array(z.string())),
  debug: flag(),
  debugger: flag(),
  /** From when a runner is looked for; null until what it needs has succeeded, and once it runs. */
  ready_at: z.nullable(z.string()),
  /** When something will happen to it by itself; null: nothing will. */
  due_at: z.nullable(z.string()),
});
export type WorkflowJob = z.output<typeof WorkflowJob>;

/** What a job has of its workflow. */
export type JobPlan = Pick<
  WorkflowJob,
  "name" | "labels" | "needs" | "steps" | "wait" | "seconds" | "outcome" | "next_outcomes"
>;

/** Who runs a job: a runner of somebody's own, or one of the service's. */
export type JobRunner = Pick<WorkflowJob, "runner_id" | "runner_name" | "runner_group_id" | "runner_group_name">;

/** How an execution of a job stands when it is written down. */
export type JobStart = Pick<WorkflowJob, "run_id" | "attempt" | "status" | "created_at"> &
  Partial<Pick<WorkflowJob, "conclusion" | "started_at" | "completed_at" | "debug" | "debugger"> & JobRunner>;

/** @returns its id */
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

/** The condition that no later attempt has the job `j` again. */
const LATEST = `NOT EXISTS (SELECT 1 FROM workflow_jobs l
  WHERE l.run_id = j.run_id AND l.name = j.name AND l.attempt > j.attempt)`;

/** The executions of a run's jobs. @param which the latest of each job, or all */
export function workflowJobsOf(
  db: Database,
  runId: number,
  which: "latest" | "all",
  window: Window,
): Part<WorkflowJob> {
  const only = which === "latest" ? ` AND ${LATEST}` : "";
  return readPart(db, WorkflowJob, `* FROM workflow_jobs j WHERE j.run_id = ?${only} ORDER BY j.id`, [runId], window);
}

/** The latest execution of each job of a run. */
export function latestJobs(db: Database, runId: number): WorkflowJob[] {
  return db.all(WorkflowJob, `SELECT * FROM workflow_jobs j WHERE j.run_id = ? AND ${LATEST} ORDER BY j.id`, runId);
}

/** A job of a repository. */
export function findWorkflowJob(db: Database, repositoryId: number, id: number): WorkflowJob | undefined {
  const sql = `SELECT j.* FROM workflow_jobs j JOIN workflow_runs w ON w.id = j.run_id WHERE w.repository_id = ? AND j.id = ?`;
  return db.get(WorkflowJob, sql, repositoryId, id);
}

export function getWorkflowJob(db: Database, id: number): WorkflowJob {
  const job = db.get(WorkflowJob, "SELECT * FROM workflow_jobs WHERE id = ?", id);
  if (!job) throw new Error(`The state names a job ${id} that it doesn't have.`);
  return job;
}

/** The jobs of a status to which something was to happen by then, in the order of it. */
export function dueJobs(db: Database, status: WorkflowJob["status"], by: string): WorkflowJob[] {
  const sql = "SELECT * FROM workflow_jobs WHERE status = ? AND due_at <= ? ORDER BY coalesce(ready_at, due_at), id";
  return db.all(WorkflowJob, sql, status, by);
}

const Time = z.object({ at: z.nullable(z.string()) });

/** When something next happens to a job, or to a run that is to be cancelled. */
export function nextMoment(db: Database): string | undefined {
  const moments = `SELECT min(due_at) AS at FROM workflow_jobs WHERE due_at IS NOT NULL
    UNION ALL SELECT min(cancel_at) AS at FROM workflow_runs WHERE cancel_at IS NOT NULL`;
  return db.get(Time, `SELECT min(at) AS at FROM (${moments})`)?.at ?? undefined;
}

/** A job may have a runner from some time on. */
export function makeReady(db: Database, id: number, readyAt: string): void {
  db.run("UPDATE workflow_jobs SET ready_at = ?, due_at = ? WHERE id = ?", readyAt, readyAt, id);
}

/** Nothing happens to the waiting jobs of a run any more. */
export function holdQueuedJobs(db: Database, runId: number): void {
  db.run("UPDATE workflow_jobs SET ready_at = NULL, due_at = NULL WHERE run_id = ? AND status = 'queued'", runId);
}

/** A job without a runner is not looked at again before then. */
export function lookAgainAt(db: Database, id: number, at: string): void {
  db.run("UPDATE workflow_jobs SET due_at = ? WHERE id = ?", at, id);
}

/** All jobs without a runner are looked at again: there may be one now. */
export function lookAgain(db: Database, now: string): void {
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

/** A job ends, whether it has begun or not. */
export function completeJob(db: Database, id: number, conclusion: string, at: string): void {
  // The clock may have been put back since it began.
  db.run(
    `UPDATE workflow_jobs SET status = 'completed', conclusion = ?1, started_at = coalesce(started_at, ?2),
       completed_at = max(?2, coalesce(started_at, ?2)), ready_at = NULL, due_at = NULL WHERE id = ?3`,
    ...[conclusion, at, id],
  );
}

/** Jobs of an account's repositories that name a runner which comes only now have it from then on. */
export function giveRunner(db: Database, ownerId: number, runner: JobRunner): void {
  db.run(
    `UPDATE workflow_jobs SET runner_id = ?, runner_group_id = ?, runner_group_name = ?
     WHERE runner_id IS NULL AND runner_group_name IS NULL AND runner_name = ? COLLATE NOCASE AND run_id IN
       (SELECT w.id FROM workflow_runs w JOIN repositories r ON r.id = w.repository_id WHERE r.owner_id = ?)`,
    ...[runner.runner_id, runner.runner_group_id, runner.runner_group_name, runner.runner_name, ownerId],
  );
}
