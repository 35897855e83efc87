import type { WebhookEvent } from "../../emulator-context.ts";
import { renderWorkflowApp } from "../../objects/app.ts";
import { renderJob } from "../../objects/job.ts";
import { nodeId } from "../../objects/user.ts";
import { renderWorkflowRun } from "../../objects/workflow-run.ts";
import { conclusionOf } from "../../state/workflow-engine.ts";
import { latestJobs, type WorkflowJob } from "../../state/workflow-jobs.ts";
import { runsOfSuite } from "../../state/workflow-runs.ts";
import { commonPayload } from "./common-payload.ts";
import type { RunContext } from "./run-context.ts";

// Each job is a check run of its commit, and the jobs of a run form a check suite. `requested` and `rerequested` only
// go to the app that creates the checks, which for workflows is GitHub's own.

export function checkRunEvent(runContext: RunContext, job: WorkflowJob, action: "created" | "completed"): WebhookEvent {
  const { context, repository, sender } = runContext;
  return {
    name: "check_run",
    action,
    get payload() {
      return { action, check_run: renderCheckRun(runContext, job), ...commonPayload(context, repository, sender) };
    },
  };
}

/** Creates the event for a completed check suite; none while other runs of the suite are unfinished. */
export function checkSuiteEvents(runContext: RunContext): WebhookEvent[] {
  const { context, repository, run, sender } = runContext;
  const [action, runs] = ["completed", runsOfSuite(context.db, repository.id, run.check_suite_id)];
  if (runs.some(({ status }) => status !== "completed")) return [];
  const event: WebhookEvent = {
    name: "check_suite",
    action,
    get payload() {
      const { head_commit, ...suite } = renderSuite(runContext);
      const check_suite = {
        ...suite,
        app: renderWorkflowApp(context),
        latest_check_runs_count: runs.flatMap(({ id }) => latestJobs(context.db, id)).length,
        check_runs_url: `${suite.url}/check-runs`,
        head_commit,
        rerequestable: true,
        runs_rerequestable: true,
      };
      return { action, check_suite, ...commonPayload(context, repository, sender) };
    },
  };
  return [event];
}

function renderCheckRun(runContext: RunContext, job: WorkflowJob) {
  const { context, repository, run } = runContext;
  const rendered = renderJob(context, repository, run, job);
  const { head_commit: _, ...check_suite } = renderSuite(runContext);
  const app = renderWorkflowApp(context);
  const url = rendered.check_run_url;
  return {
    id: job.id,
    node_id: rendered.node_id,
    name: job.name,
    head_sha: run.head_sha,
    external_id: nodeId("Job", job.id),
    url,
    html_url: rendered.html_url,
    details_url: rendered.html_url,
    // Checks have no other status before they start.
    status: job.status === "in_progress" || job.status === "completed" ? job.status : "queued",
    conclusion: job.conclusion,
    started_at: rendered.started_at,
    completed_at: job.completed_at,
    output: { title: null, summary: null, text: null, annotations_count: 0, annotations_url: `${url}/annotations` },
    check_suite: { ...check_suite, app },
    app,
    pull_requests: check_suite.pull_requests,
  };
}

/** Renders the current state of the check suite that a run belongs to. */
function renderSuite({ context, repository, run }: RunContext) {
  const rendered = renderWorkflowRun(context, repository, run, true);
  const runs = runsOfSuite(context.db, repository.id, run.check_suite_id);
  const isCompleted = runs.every(({ status }) => status === "completed");
  const hasStarted = runs.some(({ status }) => status === "in_progress" || status === "completed");
  // A commit pushed to a fork is on no branch of this repository.
  const isOwnCommit = run.head_repository_id === repository.id;
  return {
    id: run.check_suite_id,
    node_id: rendered.check_suite_node_id,
    url: rendered.check_suite_url,
    head_branch: isOwnCommit ? run.head_branch : null,
    head_sha: run.head_sha,
    before: null,
    after: run.head_sha,
    status: isCompleted ? "completed" : hasStarted ? "in_progress" : "queued",
    conclusion: isCompleted ? conclusionOf(runs.map(({ conclusion }) => conclusion)) : null,
    created_at: run.created_at,
    updated_at: run.updated_at,
    pull_requests: isOwnCommit ? rendered.pull_requests : [],
    head_commit: rendered.head_commit,
  };
}
