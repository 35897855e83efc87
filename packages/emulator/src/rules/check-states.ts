import { apps } from "../state/apps.ts";
import { latestRunsOfCommit } from "../state/check-runs.ts";
import { latestStatuses } from "../state/commit-statuses.ts";
import { ALL_ROWS, type Database } from "../state/database.ts";
import { WORKFLOW_APP_ID } from "../state/workflow-app.ts";
import { latestJobs } from "../state/workflow-jobs.ts";
import { workflowRunsOf } from "../state/workflow-runs.ts";

/** A status or a check run of a commit. */
export interface CheckState {
  readonly kind: "status" | "job" | "run";
  /** Larger ids are newer. */
  readonly id: number;
  /** The name of a check run, or the context of a status. */
  readonly context: string;
  readonly state: "success" | "failure" | "pending";
  /** The app that created it; undefined if a user did. */
  readonly appId: number | undefined;
}

/** Conclusions that count as successful. */
const SUCCESSFUL_CONCLUSIONS: ReadonlySet<string | null> = new Set(["success", "neutral", "skipped"]);

/** Returns the latest statuses and check runs of commits, one of each kind, context and app. */
export function checkStatesOf(db: Database, repositoryId: number, ...shas: readonly string[]): CheckState[] {
  const latest = new Map<string, CheckState>();
  for (const check of shas.flatMap((sha) => allChecks(db, repositoryId, sha))) {
    const key = `${check.kind} ${check.appId} ${check.context}`;
    const other = latest.get(key);
    if (!other || other.id < check.id) latest.set(key, check);
  }
  return [...latest.values()];
}

function allChecks(db: Database, repositoryId: number, sha: string): CheckState[] {
  const statuses = latestStatuses(db, repositoryId, sha, ALL_ROWS).rows;
  const runs = latestRunsOfCommit(db, repositoryId, sha);
  const jobs = workflowRunsOf(db, repositoryId, { head_sha: sha }, ALL_ROWS).rows.flatMap(({ id }) =>
    latestJobs(db, id),
  );
  return [
    ...statuses.map(({ id, context, state, creator_id }): CheckState => {
      const app = creator_id === null ? undefined : apps.find(db, { bot_id: creator_id });
      return { kind: "status", id, context, state: state === "error" ? "failure" : state, appId: app?.id };
    }),
    ...runs.map(({ app_id, ...run }): CheckState => ({ kind: "run", ...describeRun(run), appId: app_id })),
    ...jobs.map((job): CheckState => ({ kind: "job", ...describeRun(job), appId: WORKFLOW_APP_ID })),
  ];
}

function describeRun(run: {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly conclusion: string | null;
}): Pick<CheckState, "id" | "context" | "state"> {
  const { id, name: context, status, conclusion } = run;
  if (status !== "completed") return { id, context, state: "pending" };
  return { id, context, state: SUCCESSFUL_CONCLUSIONS.has(conclusion) ? "success" : "failure" };
}
