import { flag, integer, nullable, oneOf, type RowOf, reference, row, rowId, text } from "./columns.ts";
import { allOf, type Condition, where } from "./condition.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import { table } from "./table.ts";
import { WORKFLOW_APP_ID } from "./workflow-app.ts";
import { IS_LATEST } from "./workflow-jobs.ts";

// Check suites and check runs that apps create. The runs and jobs of workflows are also listed as such: their ids are
// below those of apps.

/** Statement that makes the ids of a table larger than those of workflow runs and jobs. */
const startIds = (name: string) => `INSERT INTO sqlite_sequence (name, seq) VALUES ('${name}', 1000000000);`;

export const checkSuites = table(
  "check_suites",
  {
    id: rowId(),
    repository_id: reference("repositories"),
    /** The app can have been deleted since. */
    app_id: integer(),
    head_sha: text(),
    head_branch: nullable(text()),
    /** Whether it was requested again, and its app has not responded yet. */
    rerequested: flag(),
    created_at: text(),
    updated_at: text(),
  },
  {
    unique: [["repository_id", "head_sha", "app_id"]],
    more: startIds("check_suites"),
  },
);
export type CheckSuite = RowOf<typeof checkSuites>;

export const checkRuns = table(
  "check_runs",
  {
    id: rowId(),
    suite_id: reference("check_suites"),
    name: text(),
    external_id: text(),
    details_url: text(),
    status: oneOf(["queued", "in_progress", "completed", "waiting", "requested", "pending"]),
    conclusion: nullable(text()),
    started_at: text(),
    completed_at: nullable(text()),
    title: nullable(text()),
    summary: nullable(text()),
    text: nullable(text()),
    created_at: text(),
  },
  { indexes: { check_runs_by_suite: "suite_id, name, id" }, more: startIds("check_runs") },
);
export type CheckRun = RowOf<typeof checkRuns>;

export const checkAnnotations = table(
  "check_annotations",
  {
    id: rowId(),
    check_run_id: reference("check_runs"),
    path: text(),
    start_line: integer(),
    end_line: integer(),
    start_column: nullable(integer()),
    end_column: nullable(integer()),
    annotation_level: oneOf(["notice", "warning", "failure"]),
    title: nullable(text()),
    message: text(),
    raw_details: nullable(text()),
  },
  { indexes: { check_annotations_by_run: "check_run_id, id" } },
);
export type CheckAnnotation = RowOf<typeof checkAnnotations>;

/** Apps for which a push creates a check suite, or not. */
export const checkSuitePreferences = table(
  "check_suite_preferences",
  { repository_id: reference("repositories"), app_id: reference("apps"), setting: flag() },
  { key: ["repository_id", "app_id"] },
);

/** A run with the commit and app of its suite. */
export const CheckRunWithSuite = row({
  ...checkRuns.columns,
  repository_id: integer(),
  app_id: integer(),
  head_sha: text(),
});
export type CheckRunWithSuite = RowOf<typeof CheckRunWithSuite>;

const RUNS =
  "SELECT c.*, s.repository_id, s.app_id, s.head_sha FROM check_runs c JOIN check_suites s ON s.id = c.suite_id";
const IS_LATEST_RUN = `NOT EXISTS (SELECT 1 FROM check_runs l
  WHERE l.suite_id = c.suite_id AND l.name = c.name AND l.id > c.id)`;

export function findCheckRun(db: Database, repositoryId: number, id: number): CheckRunWithSuite | undefined {
  return db.get(CheckRunWithSuite, `${RUNS} WHERE s.repository_id = ? AND c.id = ?`, repositoryId, id);
}

/** Returns the latest runs of each name in a suite. */
export function latestRunsOf(db: Database, suiteId: number): CheckRunWithSuite[] {
  return db.all(CheckRunWithSuite, `${RUNS} WHERE c.suite_id = ? AND ${IS_LATEST_RUN} ORDER BY c.id`, suiteId);
}

/** Returns the latest runs of a commit that apps created. */
export function latestRunsOfCommit(db: Database, repositoryId: number, sha: string): CheckRunWithSuite[] {
  const sql = `${RUNS} WHERE s.repository_id = ? AND s.head_sha = ? AND ${IS_LATEST_RUN} ORDER BY c.id`;
  return db.all(CheckRunWithSuite, sql, repositoryId, sha);
}

/** Conditions of a list of checks. */
export interface CheckFilter {
  readonly repositoryId: number;
  readonly sha?: string;
  readonly suiteId?: number;
  readonly name?: string | undefined;
  readonly status?: string | undefined;
  readonly appId?: number | undefined;
  /** Whether only the latest check of each name is listed. */
  readonly latest?: boolean;
}

const CheckEntry = row({ source: oneOf(["job", "run"]), id: integer() });

/** Lists check runs, newest first: jobs of workflows, and those that apps created. */
export function listChecks(db: Database, filter: CheckFilter, range: PageRange): RowPage<RowOf<typeof CheckEntry>> {
  const { name, status, latest = false } = filter;
  const shared = [where("name = ?", name), where("status = ?", status)];
  const jobs = allOf([
    ...commitConditions(filter, "w", "w.check_suite_id"),
    appCondition(filter, String(WORKFLOW_APP_ID)),
  ]);
  const runs = allOf([...commitConditions(filter, "s", "s.id"), appCondition(filter, "s.app_id")]);
  const outer = allOf(shared);
  const query = `source, id FROM (
    SELECT 'job' AS source, j.id, j.created_at, j.name,
      CASE WHEN j.status IN ('in_progress', 'completed') THEN j.status ELSE 'queued' END AS status
    FROM workflow_jobs j JOIN workflow_runs w ON w.id = j.run_id WHERE ${jobs.sql}${latest ? ` AND ${IS_LATEST}` : ""}
    UNION ALL SELECT 'run', c.id, c.created_at, c.name, c.status
    FROM check_runs c JOIN check_suites s ON s.id = c.suite_id WHERE ${runs.sql}${latest ? ` AND ${IS_LATEST_RUN}` : ""}
  ) WHERE ${outer.sql} ORDER BY created_at DESC, id DESC`;
  return queryPage(db, CheckEntry, query, [...jobs.values, ...runs.values, ...outer.values], range);
}

const SuiteEntry = row({ source: oneOf(["workflow", "app"]), id: integer() });

/** Lists the check suites of a commit, oldest first: those of workflow runs, and those that apps created. */
export function listSuites(db: Database, filter: CheckFilter, range: PageRange): RowPage<RowOf<typeof SuiteEntry>> {
  const { name } = filter;
  const jobName = "EXISTS (SELECT 1 FROM workflow_jobs j WHERE j.run_id = w.id AND j.name = ?)";
  const runName = "EXISTS (SELECT 1 FROM check_runs c WHERE c.suite_id = s.id AND c.name = ?)";
  const workflow = allOf([
    ...commitConditions(filter, "w", "w.check_suite_id"),
    appCondition(filter, String(WORKFLOW_APP_ID)),
    where(jobName, name),
  ]);
  const app = allOf([...commitConditions(filter, "s", "s.id"), appCondition(filter, "s.app_id"), where(runName, name)]);
  const query = `source, id FROM (
    SELECT 'workflow' AS source, w.check_suite_id AS id FROM workflow_runs w WHERE ${workflow.sql} GROUP BY w.check_suite_id
    UNION ALL SELECT 'app', s.id FROM check_suites s WHERE ${app.sql}
  ) ORDER BY id`;
  return queryPage(db, SuiteEntry, query, [...workflow.values, ...app.values], range);
}

function commitConditions(
  { repositoryId, sha, suiteId }: CheckFilter,
  of: "w" | "s",
  suiteColumn: string,
): (Condition | undefined)[] {
  return [
    where(`${of}.repository_id = ?`, repositoryId),
    where(`${of}.head_sha = ?`, sha),
    where(`${suiteColumn} = ?`, suiteId),
  ];
}

const appCondition = ({ appId }: CheckFilter, column: string) => where(`${column} = ?`, appId);
