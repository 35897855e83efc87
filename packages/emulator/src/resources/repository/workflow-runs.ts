import {
  cancelWorkflowRun,
  deleteWorkflowRun,
  getWorkflowRun,
  getWorkflowRunLogs,
  listWorkflowRunJobs,
  listWorkflowRuns,
  rerunFailedJobs,
  rerunJob,
  rerunWorkflowRun,
} from "@forgehand/core/operations";
import { stageOf } from "../../deliveries/events/workflows.ts";
import { type Call, onRepository, type RepositoryCall } from "../../http/call.ts";
import { conflict, forbidden, invalid, notFound } from "../../http/refusal.ts";
import { renderJob } from "../../objects/job.ts";
import { renderWorkflowRun } from "../../objects/workflow-run.ts";
import { readTimeRange } from "../../search/ranges.ts";
import { mayRunWorkflows, retentionOf } from "../../state/actions-permissions.ts";
import type { Repository } from "../../state/repositories.ts";
import { findWorkflowJob, latestJobs, type WorkflowJob, workflowJobsOf } from "../../state/workflow-jobs.ts";
import { cancelRun, rerunJobs } from "../../state/workflow-machine.ts";
import * as state from "../../state/workflow-runs.ts";
import { timedLink } from "../../timed-link.ts";
import type { World } from "../../world.ts";
import { settled } from "../families/settled.ts";

/** Where a filter is set the list ends here, however many runs there are (document 1, Limits). */
const LONGEST_FILTERED_LIST = 1000;

// Public documents of re-running and of logs.
const DAY = 86_400_000;
const LATEST_RERUN = 30 * DAY;
const MOST_ATTEMPTS = 51;
const LOG_LINK_LIFETIME = 60;

const FAILED = ["failure", "timed_out", "cancelled"];

export const workflowRuns = settled([
  onRepository(listWorkflowRuns, (input, { world, repository, window, links }) => {
    const { exclude_pull_requests, created, actor, branch, event, status, check_suite_id, head_sha } = input;
    const filter = { actor, branch, event, status, check_suite_id, head_sha, created: createdIn(created) };
    const isFiltered = Object.values(filter).some((value) => value !== undefined);
    const end = isFiltered ? LONGEST_FILTERED_LIST : Number.POSITIVE_INFINITY;
    const limit = Math.max(0, Math.min(window.limit, end - window.offset));
    const { rows, total } = state.workflowRunsOf(world.db, repository.id, filter, { ...window, limit });
    links.total(Math.min(total, end));
    const render = (run: state.WorkflowRun) => renderWorkflowRun(world, repository, run, !exclude_pull_requests);
    return { total_count: total, workflow_runs: rows.map(render) };
  }),

  onRepository(getWorkflowRun, ({ run_id, exclude_pull_requests }, { world, repository }) =>
    renderWorkflowRun(world, repository, findRun(world, repository, run_id), !exclude_pull_requests),
  ),

  onRepository(deleteWorkflowRun, ({ run_id }, { world, repository }) => {
    const run = findRun(world, repository, run_id);
    if (run.status !== "completed") throw forbidden("Could not delete the workflow run: it is not over yet.");
    state.deleteWorkflowRun(world.db, run.id);
    return undefined;
  }),

  onRepository(cancelWorkflowRun, ({ run_id }, { world, repository }) => {
    const run = findRun(world, repository, run_id);
    if (run.status === "completed") throw conflict("Cannot cancel a workflow run that is completed.");
    // Whoever asks twice stops it no later.
    if (run.cancel_at === null) cancelRun(world.db, run.id, world.now());
    return undefined;
  }),

  onRepository(rerunWorkflowRun, (input, call) => {
    const run = rerunnable(call, findRun(call.world, call.repository, input.run_id));
    return rerun(call, run, latestJobs(call.world.db, run.id), input);
  }),

  onRepository(rerunFailedJobs, (input, call) => {
    const run = rerunnable(call, findRun(call.world, call.repository, input.run_id));
    const jobs = latestJobs(call.world.db, run.id);
    const failed = jobs.filter(({ conclusion }) => FAILED.includes(conclusion ?? ""));
    if (failed.length === 0) throw forbidden("The workflow run has no failed jobs.");
    return rerun(call, run, failed, input);
  }),

  onRepository(rerunJob, (input, call) => {
    const { world, repository } = call;
    const job = findWorkflowJob(world.db, repository.id, input.job_id);
    if (!job) throw notFound();
    const run = rerunnable(call, findRun(world, repository, job.run_id));
    const isLatest = latestJobs(world.db, run.id).some(({ id }) => id === job.id);
    if (!isLatest) throw forbidden("The job belongs to an earlier attempt; only its latest can be run again.");
    return rerun(call, run, [job], input);
  }),

  onRepository(getWorkflowRunLogs, ({ run_id }, { world, repository }) => {
    const run = findRun(world, repository, run_id);
    // Logs are not kept for ever, and there are none before a job has begun.
    if (ageOf(world, run.started_at) > retentionOf(world.db, repository) * DAY) throw notFound();
    if (latestJobs(world.db, run.id).every(({ runner_name }) => runner_name === null)) throw notFound();
    return timedLink(world, `/_services/logs/${run.id}/logs_${run.id}.zip`, LOG_LINK_LIFETIME);
  }),

  onRepository(listWorkflowRunJobs, ({ run_id, filter }, { world, repository, window, links }) => {
    const run = findRun(world, repository, run_id);
    const { rows, total } = workflowJobsOf(world.db, run.id, filter ?? "latest", window);
    links.total(total);
    return { total_count: total, jobs: rows.map((job) => renderJob(world, repository, run, job)) };
  }),
]);

/** @throws Refusal 404 */
function findRun(world: World, repository: Repository, id: number): state.WorkflowRun {
  const run = state.findWorkflowRun(world.db, repository.id, id);
  if (!run) throw notFound();
  return run;
}

/** @throws Refusal 422 on what is no range of time */
function createdIn(text: string | undefined): state.RunFilter["created"] {
  if (text === undefined) return undefined;
  const range = readTimeRange(text);
  if (!range) throw invalid("created", "created is a date, or a range such as >=2026-01-01 or 2026-01-01..2026-02-01");
  return range;
}

const ageOf = ({ now }: World, time: string) => now().getTime() - Date.parse(time);

/** @throws Refusal 403 where a run can't be run again */
function rerunnable({ world, repository }: RepositoryCall, run: state.WorkflowRun): state.WorkflowRun {
  if (!mayRunWorkflows(world.db, repository)) throw forbidden("Actions are disabled for this repository");
  if (run.status !== "completed") throw forbidden("This workflow is already running");
  if (ageOf(world, run.created_at) > LATEST_RERUN) {
    throw forbidden("Unable to retry this workflow run because it was created over a month ago");
  }
  if (run.run_attempt >= MOST_ATTEMPTS) throw forbidden("This workflow run has been run again too often.");
  return run;
}

interface RerunInput {
  readonly enable_debug_logging?: boolean | undefined;
  readonly enable_debugger?: boolean | undefined;
}

function rerun(
  { world, caller }: Call,
  run: state.WorkflowRun,
  jobs: readonly WorkflowJob[],
  { enable_debug_logging: debug = false, enable_debugger: debugging = false }: RerunInput,
): undefined {
  const names = jobs.map(({ name }) => name);
  const by = caller.user?.id ?? null;
  rerunJobs(stageOf(world), run.id, names, { by, debug, debugger: debugging }, world.now());
  return undefined;
}
