import * as z from "zod/mini";
import { allOf, type Condition, type ValueRange, where, within } from "./condition.ts";
import { type Database, json, type PageRange, queryIds, queryPage, type RowPage } from "./database.ts";
import { JOB_CONCLUSIONS } from "./workflow-jobs.ts";

// Workflow runs. They are advanced by `workflow-engine.ts`.

export const WORKFLOW_RUN_TABLES = `
CREATE TABLE workflows (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
  path TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (repository_id, path)
) STRICT;
CREATE TABLE workflow_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
  workflow_id INTEGER NOT NULL REFERENCES workflows ON DELETE CASCADE, run_number INTEGER NOT NULL,
  title TEXT NOT NULL, event TEXT NOT NULL, head_branch TEXT, head_sha TEXT NOT NULL, head_message TEXT NOT NULL,
  head_repository_id INTEGER REFERENCES repositories ON DELETE SET NULL, check_suite_id INTEGER,
  actor_id INTEGER REFERENCES accounts ON DELETE SET NULL,
  triggering_actor_id INTEGER REFERENCES accounts ON DELETE SET NULL,
  pull_requests TEXT NOT NULL, run_attempt INTEGER NOT NULL, status TEXT NOT NULL, conclusion TEXT,
  created_at TEXT NOT NULL, started_at TEXT NOT NULL, updated_at TEXT NOT NULL, cancel_at TEXT
) STRICT;
CREATE INDEX workflow_runs_latest ON workflow_runs (repository_id, created_at, id);
CREATE INDEX workflow_runs_by_suite ON workflow_runs (check_suite_id);
CREATE INDEX workflow_runs_by_commit ON workflow_runs (repository_id, head_sha, created_at, id);
CREATE INDEX workflow_runs_by_number ON workflow_runs (workflow_id, run_number);
CREATE INDEX workflow_runs_to_cancel ON workflow_runs (cancel_at) WHERE cancel_at IS NOT NULL;
CREATE INDEX workflow_runs_of_forks ON workflow_runs (head_repository_id);
`;

export const RUN_STATUSES = ["queued", "in_progress", "completed", "waiting", "pending", "requested"] as const;
/** A run has the conclusions of its jobs; one that waited for too long is stale. */
export const RUN_CONCLUSIONS = [...JOB_CONCLUSIONS, "stale"] as const;
const RunStatus = z.enum(RUN_STATUSES);
export type RunStatus = z.output<typeof RunStatus>;

const StoredWorkflow = z.object({ id: z.int(), repository_id: z.int(), path: z.string(), name: z.string() });
export type StoredWorkflow = z.output<typeof StoredWorkflow>;

export const WorkflowRun = z.object({
  id: z.int(),
  repository_id: z.int(),
  workflow_id: z.int(),
  /** Counts the runs of its workflow. */
  run_number: z.int(),
  title: z.string(),
  event: z.string(),
  head_branch: z.nullable(z.string()),
  head_sha: z.string(),
  /** The commit message, if the repository doesn't have the commit. */
  head_message: z.string(),
  /** Null once the fork is deleted. */
  head_repository_id: z.nullable(z.int()),
  check_suite_id: z.int(),
  actor_id: z.nullable(z.int()),
  /** The user who started this attempt. */
  triggering_actor_id: z.nullable(z.int()),
  /** Numbers of its pull requests. */
  pull_requests: json(z.array(z.int())),
  run_attempt: z.int(),
  status: RunStatus,
  conclusion: z.nullable(z.string()),
  created_at: z.string(),
  /** Start of this attempt. */
  started_at: z.string(),
  updated_at: z.string(),
  /** The time when the run will be stopped, once its cancellation was requested. */
  cancel_at: z.nullable(z.string()),
  workflow_path: z.string(),
  workflow_name: z.string(),
});
export type WorkflowRun = z.output<typeof WorkflowRun>;

export type NewWorkflowRun = Omit<
  WorkflowRun,
  "id" | "check_suite_id" | "run_number" | "workflow_path" | "workflow_name" | "cancel_at"
> & { readonly run_number?: number | undefined; readonly check_suite_id?: number | undefined };

const RUN_COLUMNS = "w.*, f.path AS workflow_path, f.name AS workflow_name";
const RUN_TABLES = "workflow_runs w JOIN workflows f ON f.id = w.workflow_id";

/** Returns the workflow at a path, created with its first run. */
export function findOrCreateWorkflow(db: Database, repositoryId: number, path: string, name: string): StoredWorkflow {
  db.run(
    `INSERT INTO workflows (repository_id, path, name) VALUES (?, ?, ?)
     ON CONFLICT (repository_id, path) DO UPDATE SET name = excluded.name`,
    ...[repositoryId, path, name],
  );
  const workflow = findWorkflow(db, repositoryId, path);
  if (!workflow) throw new Error(`The workflow ${path} could not be read back after it was written.`);
  return workflow;
}

export function findWorkflow(db: Database, repositoryId: number, path: string): StoredWorkflow | undefined {
  return db.get(StoredWorkflow, "SELECT * FROM workflows WHERE repository_id = ? AND path = ?", repositoryId, path);
}

export function findWorkflowById(db: Database, repositoryId: number, id: number): StoredWorkflow | undefined {
  return db.get(StoredWorkflow, "SELECT * FROM workflows WHERE repository_id = ? AND id = ?", repositoryId, id);
}

/** Returns a repository's workflows, oldest first. */
export function workflowsOf(db: Database, repositoryId: number, pageRange: PageRange): RowPage<StoredWorkflow> {
  const query = "w.* FROM workflows w WHERE w.repository_id = ? ORDER BY w.id";
  return queryPage(db, StoredWorkflow, query, [repositoryId], pageRange);
}

/** @returns the run's id */
export function createWorkflowRun(db: Database, run: NewWorkflowRun): number {
  const LastNumberRow = z.object({ last: z.int() });
  const sql = "SELECT coalesce(max(run_number), 0) AS last FROM workflow_runs WHERE workflow_id = ?";
  const { id } = db.run(
    `INSERT INTO workflow_runs (repository_id, workflow_id, run_number, title, event, head_branch, head_sha, head_message,
       head_repository_id, check_suite_id, actor_id, triggering_actor_id, pull_requests, run_attempt, status, conclusion,
       created_at, started_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[run.repository_id, run.workflow_id],
    ...[run.run_number ?? (db.get(LastNumberRow, sql, run.workflow_id)?.last ?? 0) + 1, run.title, run.event],
    ...[run.head_branch, run.head_sha, run.head_message, run.head_repository_id, run.check_suite_id ?? null],
    ...[run.actor_id, run.triggering_actor_id, JSON.stringify(run.pull_requests), run.run_attempt],
    ...[run.status, run.conclusion, run.created_at, run.started_at, run.updated_at],
  );
  // By default, each run has its own check suite.
  db.run("UPDATE workflow_runs SET check_suite_id = id WHERE id = ? AND check_suite_id IS NULL", id);
  return id;
}

export function findWorkflowRun(db: Database, repositoryId: number, id: number): WorkflowRun | undefined {
  return db.get(
    WorkflowRun,
    `SELECT ${RUN_COLUMNS} FROM ${RUN_TABLES} WHERE w.repository_id = ? AND w.id = ?`,
    repositoryId,
    id,
  );
}

export function getWorkflowRun(db: Database, id: number): WorkflowRun {
  const run = db.get(WorkflowRun, `SELECT ${RUN_COLUMNS} FROM ${RUN_TABLES} WHERE w.id = ?`, id);
  if (!run) throw new Error(`The state refers to workflow run ${id}, which doesn't exist.`);
  return run;
}

/** Returns the runs that belong to a check suite. */
export function runsOfSuite(db: Database, repositoryId: number, suiteId: number): WorkflowRun[] {
  const sql = `SELECT ${RUN_COLUMNS} FROM ${RUN_TABLES} WHERE w.repository_id = ? AND w.check_suite_id = ? ORDER BY w.id`;
  return db.all(WorkflowRun, sql, repositoryId, suiteId);
}

const Created = z.object({ created_at: z.string() });

/** Returns the creation time of a workflow's oldest remaining run. */
export function firstRunTime(db: Database, workflowId: number): string | undefined {
  const sql = "SELECT created_at FROM workflow_runs WHERE workflow_id = ? ORDER BY run_number LIMIT 1";
  return db.get(Created, sql, workflowId)?.created_at;
}

export interface WorkflowRunFilter {
  readonly actor?: string | undefined;
  readonly branch?: string | undefined;
  readonly event?: string | undefined;
  /** A status or a conclusion. */
  readonly status?: string | undefined;
  readonly check_suite_id?: number | undefined;
  readonly head_sha?: string | undefined;
  /** Start (included) and end (excluded). */
  readonly created?: ValueRange<string> | undefined;
}

/** Returns a repository's runs, newest first. */
export function workflowRunsOf(
  db: Database,
  repositoryId: number,
  filter: WorkflowRunFilter,
  pageRange: PageRange,
): RowPage<WorkflowRun> {
  const { sql, values } = allOf([{ sql: "w.repository_id = ?", values: [repositoryId] }, ...conditionsOf(filter)]);
  const query = `${RUN_COLUMNS} FROM ${RUN_TABLES} WHERE ${sql} ORDER BY w.created_at DESC, w.id DESC`;
  return queryPage(db, WorkflowRun, query, values, pageRange);
}

function conditionsOf(filter: WorkflowRunFilter): (Condition | undefined)[] {
  const { actor, status, created } = filter;
  const isStatus = RUN_STATUSES.some((word) => word === status);
  return [
    where("w.actor_id = (SELECT a.id FROM accounts a WHERE a.login = ?)", actor),
    where("w.head_branch = ?", filter.branch),
    where("w.event = ?", filter.event),
    where(`w.${isStatus ? "status" : "conclusion"} = ?`, status),
    where("w.check_suite_id = ?", filter.check_suite_id),
    where("w.head_sha = ?", filter.head_sha),
    created && within("w.created_at", created),
  ];
}

/** Updates a run's status and conclusion. */
export function updateWorkflowRun(
  db: Database,
  id: number,
  change: Pick<WorkflowRun, "status" | "conclusion">,
  at: string,
): void {
  db.run(
    "UPDATE workflow_runs SET status = ?, conclusion = ?, updated_at = ? WHERE id = ?",
    ...[change.status, change.conclusion, at, id],
  );
}

/** Sets the time when a cancelled run will stop; null: it has stopped. */
export function setCancelTime(db: Database, id: number, cancelAt: string | null): void {
  db.run("UPDATE workflow_runs SET cancel_at = ? WHERE id = ?", cancelAt, id);
}

/** Returns the runs that stop by a time. */
export function runsToCancel(db: Database, by: string): number[] {
  return queryIds(db, "SELECT id FROM workflow_runs WHERE cancel_at <= ? ORDER BY cancel_at, id", by);
}

/**
 * Starts a new attempt of a run.
 * @param by the user who requested it; null if unknown
 */
export function startNextAttempt(db: Database, id: number, by: number | null, now: string): void {
  db.run(
    `UPDATE workflow_runs SET run_attempt = run_attempt + 1, triggering_actor_id = ?, status = 'queued', conclusion = NULL,
       started_at = ?, updated_at = ? WHERE id = ?`,
    ...[by, now, now, id],
  );
}

export function deleteWorkflowRun(db: Database, id: number): void {
  db.run("DELETE FROM workflow_runs WHERE id = ?", id);
}
