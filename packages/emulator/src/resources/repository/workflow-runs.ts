import {
  cancelWorkflowRun,
  deleteWorkflowRun,
  getWorkflowRun,
  getWorkflowRunLogs,
  listRunsOfWorkflow,
  listWorkflowRunJobs,
  listWorkflowRuns,
  rerunFailedJobs,
  rerunJob,
  rerunWorkflowRun,
} from "@forgehand/core/operations";
import { actorOf } from "../../callers/caller.ts";
import { engineContextFor } from "../../deliveries/events/workflows.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import { expiringLink } from "../../expiring-link.ts";
import { type ApiCall, type RepositoryCall, repositoryHandler } from "../../http/handler.ts";
import { conflict, forbidden, invalid, notFound, requireFound } from "../../http-error.ts";
import { renderJob } from "../../objects/job.ts";
import { renderWorkflowRun } from "../../objects/workflow-run.ts";
import { parseTimeRange } from "../../search/ranges.ts";
import { artifactRetentionDays, canRunWorkflows } from "../../state/actions-permissions.ts";
import type { Repository } from "../../state/repositories.ts";
import { cancelRun, rerunJobs } from "../../state/workflow-engine.ts";
import { findWorkflowJob, latestJobs, type WorkflowJob, workflowJobsOf } from "../../state/workflow-jobs.ts";
import * as state from "../../state/workflow-runs.ts";
import { withSettledRuns } from "../shared/with-settled-runs.ts";
import { requireWorkflow } from "./workflows.ts";

/** Maximum number of runs that a list with filters returns, although `total_count` counts all matches. */
const MAX_FILTERED_RUNS = 1000;

// Limits from GitHub's documentation of re-running workflows and of logs.
const DAY_MS = 86_400_000;
const MAX_RERUN_AGE_MS = 30 * DAY_MS;
const MAX_ATTEMPTS = 51;
const LOG_LINK_SECONDS = 60;

const FAILED_CONCLUSIONS = ["failure", "timed_out", "cancelled"];

export const workflowRuns = withSettledRuns([
  repositoryHandler(listWorkflowRuns, (input, call) => listRuns(call, input)),

  repositoryHandler(listRunsOfWorkflow, (input, call) => {
    const { id } = requireWorkflow(call.context, call.repository, input.workflow_id);
    return listRuns(call, input, id);
  }),

  repositoryHandler(getWorkflowRun, ({ run_id, exclude_pull_requests }, { context, repository }) =>
    renderWorkflowRun(context, repository, requireRun(context, repository, run_id), !exclude_pull_requests),
  ),

  repositoryHandler(deleteWorkflowRun, ({ run_id }, { context, repository }) => {
    const run = requireRun(context, repository, run_id);
    if (run.status !== "completed") throw forbidden("Could not delete the workflow run: it has not completed yet.");
    state.workflowRuns.delete(context.db, { id: run.id });
  }),

  repositoryHandler(cancelWorkflowRun, ({ run_id }, { context, repository }) => {
    const run = requireRun(context, repository, run_id);
    if (run.status === "completed") throw conflict("Cannot cancel a workflow run that is completed.");
    // A second request doesn't postpone the cancellation.
    if (run.cancel_at === null) cancelRun(context.db, run.id, context.now());
  }),

  repositoryHandler(rerunWorkflowRun, (input, call) => {
    const run = requireRerunnable(call, requireRun(call.context, call.repository, input.run_id));
    return rerun(call, run, latestJobs(call.context.db, run.id), input);
  }),

  repositoryHandler(rerunFailedJobs, (input, call) => {
    const run = requireRerunnable(call, requireRun(call.context, call.repository, input.run_id));
    const jobs = latestJobs(call.context.db, run.id);
    const failed = jobs.filter(({ conclusion }) => FAILED_CONCLUSIONS.includes(conclusion ?? ""));
    if (failed.length === 0) throw forbidden("The workflow run has no failed jobs.");
    return rerun(call, run, failed, input);
  }),

  repositoryHandler(rerunJob, (input, call) => {
    const { context, repository } = call;
    const job = requireFound(findWorkflowJob(context.db, repository.id, input.job_id));
    const run = requireRerunnable(call, requireRun(context, repository, job.run_id));
    const isLatest = latestJobs(context.db, run.id).some(({ id }) => id === job.id);
    if (!isLatest)
      throw forbidden("The job belongs to an earlier attempt. Only jobs of the latest attempt can be rerun.");
    return rerun(call, run, [job], input);
  }),

  repositoryHandler(getWorkflowRunLogs, ({ run_id }, { context, repository }) => {
    const run = requireRun(context, repository, run_id);
    // Logs expire with the retention period, and don't exist before a job has started.
    if (ageOf(context, run.started_at) > artifactRetentionDays(context.db, repository) * DAY_MS) throw notFound();
    if (latestJobs(context.db, run.id).every(({ runner_name }) => runner_name === null)) throw notFound();
    return expiringLink(context, `/_services/logs/${run.id}/logs_${run.id}.zip`, LOG_LINK_SECONDS);
  }),

  repositoryHandler(listWorkflowRunJobs, ({ run_id, filter }, { context, repository, page, links }) => {
    const run = requireRun(context, repository, run_id);
    const { rows, total } = workflowJobsOf(context.db, run.id, filter ?? "latest", page);
    links.setTotal(total);
    return { total_count: total, jobs: rows.map((job) => renderJob(context, repository, run, job)) };
  }),
]);

interface RunListInput {
  readonly actor?: string | undefined;
  readonly branch?: string | undefined;
  readonly event?: string | undefined;
  readonly status?: string | undefined;
  readonly created?: string | undefined;
  readonly exclude_pull_requests?: boolean | undefined;
  readonly check_suite_id?: number | undefined;
  readonly head_sha?: string | undefined;
}

/** Lists the runs of a repository, or of one of its workflows. */
function listRuns({ context, repository, page, links }: RepositoryCall, input: RunListInput, workflow_id?: number) {
  const { exclude_pull_requests, created, actor, branch, event, status, check_suite_id, head_sha } = input;
  const filter = { actor, branch, event, status, check_suite_id, head_sha, created: parseCreatedRange(created) };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const maxRuns = isFiltered ? MAX_FILTERED_RUNS : Number.POSITIVE_INFINITY;
  const limit = Math.max(0, Math.min(page.limit, maxRuns - page.offset));
  const range = { ...page, limit };
  const { rows, total } = state.workflowRunsOf(context.db, repository.id, { ...filter, workflow_id }, range);
  links.setTotal(Math.min(total, maxRuns));
  const render = (run: state.WorkflowRun) => renderWorkflowRun(context, repository, run, !exclude_pull_requests);
  return { total_count: total, workflow_runs: rows.map(render) };
}

/** @throws HttpError 404 */
function requireRun(context: EmulatorContext, repository: Repository, id: number): state.WorkflowRun {
  return requireFound(state.findWorkflowRun(context.db, repository.id, id));
}

/** @throws HttpError 422 on an invalid date range */
function parseCreatedRange(text: string | undefined): state.WorkflowRunFilter["created"] {
  if (text === undefined) return undefined;
  const range = parseTimeRange(text);
  if (!range)
    throw invalid("created", "created must be a date or a range such as >=2026-01-01 or 2026-01-01..2026-02-01");
  return range;
}

const ageOf = ({ now }: EmulatorContext, time: string) => now().getTime() - Date.parse(time);

/** @throws HttpError 403 if the run cannot be rerun */
function requireRerunnable({ context, repository }: RepositoryCall, run: state.WorkflowRun): state.WorkflowRun {
  if (!canRunWorkflows(context.db, repository)) throw forbidden("Actions are disabled for this repository");
  if (run.status !== "completed") throw forbidden("This workflow is already running");
  if (ageOf(context, run.created_at) > MAX_RERUN_AGE_MS) {
    throw forbidden("Unable to retry this workflow run because it was created over a month ago");
  }
  if (run.run_attempt >= MAX_ATTEMPTS) throw forbidden("This workflow run has reached the maximum number of attempts.");
  return run;
}

interface RerunInput {
  readonly enable_debug_logging?: boolean | undefined;
  readonly enable_debugger?: boolean | undefined;
}

function rerun(
  { context, caller }: ApiCall,
  run: state.WorkflowRun,
  jobs: readonly WorkflowJob[],
  { enable_debug_logging: withDebugLogging = false, enable_debugger: withDebugger = false }: RerunInput,
): undefined {
  const names = jobs.map(({ name }) => name);
  const by = actorOf(caller)?.id ?? null;
  rerunJobs(
    engineContextFor(context),
    run.id,
    names,
    { by, debug: withDebugLogging, debugger: withDebugger },
    context.now(),
  );
  return undefined;
}
