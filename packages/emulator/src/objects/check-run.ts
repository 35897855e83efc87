import type { EmulatorContext } from "../emulator-context.ts";
import { type CheckRunWithSuite, checkAnnotations, checkSuites } from "../state/check-runs.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import type { WorkflowJob } from "../state/workflow-jobs.ts";
import type { WorkflowRun } from "../state/workflow-runs.ts";
import { findAppById, renderWorkflowApp } from "./app.ts";
import { renderAnnotations } from "./check-annotation.ts";
import { renderAppSuite, renderRunSuite } from "./check-suite.ts";
import { renderJob } from "./job.ts";
import { nodeId } from "./user.ts";

/** Renders a job of a workflow as a check run of its commit. */
export function renderJobCheck(context: EmulatorContext, repository: Repository, run: WorkflowRun, job: WorkflowJob) {
  const rendered = renderJob(context, repository, run, job);
  const check_suite = renderRunSuite(context, repository, run);
  const app = renderWorkflowApp(context);
  const url = rendered.check_run_url;
  const annotations_count = renderAnnotations(context, repository, job).length;
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
    output: { title: null, summary: null, text: null, annotations_count, annotations_url: `${url}/annotations` },
    check_suite: { ...check_suite, app },
    app,
    pull_requests: check_suite.pull_requests,
  };
}

/** Renders a check run that an app created. */
export function renderCheckRun(context: EmulatorContext, repository: Repository, run: CheckRunWithSuite) {
  const { db, apiUrl, webUrl } = context;
  const fullName = fullNameOf(db, repository);
  const url = `${apiUrl}/repos/${fullName}/check-runs/${run.id}`;
  const suite = checkSuites.find(db, { id: run.suite_id });
  const app = findAppById(context, run.app_id) ?? null;
  const check_suite = suite && renderAppSuite(context, repository, suite);
  const { title, summary, text } = run;
  const annotations_count = checkAnnotations.count(db, { check_run_id: run.id });
  return {
    id: run.id,
    node_id: nodeId("CheckRun", run.id),
    name: run.name,
    head_sha: run.head_sha,
    external_id: run.external_id,
    url,
    html_url: `${webUrl}/${fullName}/runs/${run.id}`,
    details_url: run.details_url,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.started_at,
    completed_at: run.completed_at,
    output: { title, summary, text, annotations_count, annotations_url: `${url}/annotations` },
    check_suite: check_suite ? { ...check_suite, app } : null,
    app,
    pull_requests: check_suite?.pull_requests ?? [],
  };
}

/** Reduces a rendered check run to the fields of responses, which only have the id of its suite. */
export function withSuiteId<T extends { readonly check_suite: { readonly id: number } | null }>(rendered: T) {
  const { check_suite, ...fields } = rendered;
  return { ...fields, check_suite: check_suite && { id: check_suite.id } };
}
