import * as z from "zod/mini";
import { integer, json, nullable, oneOf, type RowOf, reference, row, rowId, text } from "./columns.ts";
import { allOf, type Condition, type ValueRange, where, within } from "./condition.ts";
import { type Database, type PageRange, queryIds, queryPage, type RowPage } from "./database.ts";
import { table } from "./table.ts";
import { JOB_CONCLUSIONS } from "./workflow-jobs.ts";

// Workflow runs. They are advanced by `workflow-engine.ts`.

export const RUN_STATUSES = ["queued", "in_progress", "completed", "waiting", "pending", "requested"] as const;
/** A run has the conclusions of its jobs; one that waited for too long is stale. */
export const RUN_CONCLUSIONS = [...JOB_CONCLUSIONS, "stale"] as const;
const RunStatus = z.enum(RUN_STATUSES);
export type RunStatus = z.output<typeof RunStatus>;

export const WORKFLOW_STATES = ["active", "disabled_manually"] as const;
export type WorkflowState = (typeof WORKFLOW_STATES)[number];

export const workflows = table(
  "workflows",
  {
    id: rowId(),
    repository_id: reference("repositories"),
    path: text(),
    name: text(),
    state: oneOf(WORKFLOW_STATES),
    /** Times of its file and of its last change; null if only its runs are known. */
    created_at: nullable(text()),
    updated_at: nullable(text()),
  },
  { unique: [["repository_id", "path"]] },
);
export type StoredWorkflow = RowOf<typeof workflows>;

export const workflowRuns = table(
  "workflow_runs",
  {
    id: rowId(),
    repository_id: reference("repositories"),
    workflow_id: reference("workflows"),
    /** Counts the runs of its workflow. */
    run_number: integer(),
    title: text(),
    event: text(),
    head_branch: nullable(text()),
    head_sha: text(),
    /** The commit message, if the repository doesn't have the commit. */
    head_message: text(),
    /** Null once the fork is deleted. */
    head_repository_id: nullable(reference("repositories", "SET NULL")),
    check_suite_id: integer(),
    actor_id: nullable(reference("accounts", "SET NULL")),
    /** The user who started this attempt. */
    triggering_actor_id: nullable(reference("accounts", "SET NULL")),
    /** Numbers of its pull requests. */
    pull_requests: json(z.array(z.int())),
    run_attempt: integer(),
    status: text(RunStatus),
    conclusion: nullable(text()),
    created_at: text(),
    /** Start of this attempt. */
    started_at: text(),
    updated_at: text(),
    /** The time when the run will be stopped, once its cancellation was requested. */
    cancel_at: nullable(text()),
  },
  {
    indexes: {
      workflow_runs_latest: "repository_id, created_at, id",
      workflow_runs_by_suite: "check_suite_id",
      workflow_runs_by_commit: "repository_id, head_sha, created_at, id",
      workflow_runs_by_number: "workflow_id, run_number",
      workflow_runs_of_forks: "head_repository_id",
    },
    more: `
CREATE INDEX workflow_runs_to_cancel ON workflow_runs (cancel_at) WHERE cancel_at IS NOT NULL;
`,
  },
);

export const WorkflowRun = row({ ...workflowRuns.columns, workflow_path: text(), workflow_name: text() });
export type WorkflowRun = RowOf<typeof WorkflowRun>;

export type NewWorkflowRun = Omit<
  WorkflowRun,
  "id" | "check_suite_id" | "run_number" | "workflow_path" | "workflow_name" | "cancel_at"
> & { readonly run_number?: number | undefined; readonly check_suite_id?: number | undefined };

const RUN_COLUMNS = "w.*, f.path AS workflow_path, f.name AS workflow_name";
const RUN_TABLES = "workflow_runs w JOIN workflows f ON f.id = w.workflow_id";

/** Returns the workflow at a path, created with its first run. */
export function findOrCreateWorkflow(db: Database, repositoryId: number, path: string, name: string): StoredWorkflow {
  const row = { repository_id: repositoryId, path, name, state: "active" } as const;
  return workflows.putReturning(db, row, ["repository_id", "path"], ["name"]);
}

export function getWorkflow(db: Database, id: number): StoredWorkflow {
  const workflow = workflows.find(db, { id });
  if (!workflow) throw new Error(`The state refers to workflow ${id}, which doesn't exist.`);
  return workflow;
}

/** @returns the run's id */
export function createWorkflowRun(db: Database, run: NewWorkflowRun): number {
  const LastNumberRow = row({ last: integer() });
  const sql = "SELECT coalesce(max(run_number), 0) AS last FROM workflow_runs WHERE workflow_id = ?";
  const { id } = workflowRuns.insert(db, {
    ...run,
    run_number: run.run_number ?? (db.get(LastNumberRow, sql, run.workflow_id)?.last ?? 0) + 1,
    check_suite_id: run.check_suite_id ?? 0,
  });
  // By default, each run has its own check suite.
  if (run.check_suite_id === undefined) workflowRuns.update(db, { id }, { check_suite_id: id });
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

/** Returns the creation time of a workflow's oldest remaining run. */
export function firstRunTime(db: Database, workflowId: number): string | undefined {
  return workflowRuns.first(db, { workflow_id: workflowId }, "run_number")?.created_at;
}

export interface WorkflowRunFilter {
  readonly workflow_id?: number | undefined;
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
    where("w.workflow_id = ?", filter.workflow_id),
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
  workflowRuns.update(db, { id }, { status: change.status, conclusion: change.conclusion, updated_at: at });
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
