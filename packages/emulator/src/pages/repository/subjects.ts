import { html } from "hono/html";
import { findAppById } from "../../objects/app.ts";
import { checkAnnotations, findCheckRun } from "../../state/check-runs.ts";
import { issues } from "../../state/issues.ts";
import { milestones } from "../../state/milestones.ts";
import { findWorkflowJob, latestJobs } from "../../state/workflow-jobs.ts";
import { findWorkflowRun } from "../../state/workflow-runs.ts";
import { externalLink } from "../layout/external-link.ts";
import type { Html } from "../layout/html.ts";
import { markdown } from "../layout/markdown.ts";
import { pager, pageWindow } from "../layout/paging.ts";
import type { RepositoryPageRequest } from "./repository-layout.ts";
import { subjectPage } from "./subject-page.ts";

// Pages that links of API objects lead to. Each returns undefined if its subject doesn't exist.

/** Renders `/{owner}/{repo}/milestone/{number}`. */
export function milestonePage(request: RepositoryPageRequest, number: number): Html | undefined {
  const { db } = request.context;
  const milestone = milestones.find(db, { repository_id: request.repository.id, number });
  if (!milestone) return undefined;
  return subjectPage(request, {
    title: milestone.title,
    facts: [
      ["State", milestone.state],
      ["Due", milestone.due_on],
      [
        "Open",
        String(issues.count(db, { milestone_id: milestone.id, state: "open", deleted_at: null, moved_number: null })),
      ],
      [
        "Closed",
        String(issues.count(db, { milestone_id: milestone.id, state: "closed", deleted_at: null, moved_number: null })),
      ],
    ],
    body: milestone.description === null ? "" : html`<p>${milestone.description}</p>`,
  });
}

/** Renders `/{owner}/{repo}/actions/runs/{id}`. */
export function runPage(request: RepositoryPageRequest, id: number): Html | undefined {
  const { db } = request.context;
  const run = findWorkflowRun(db, request.repository.id, id);
  if (!run) return undefined;
  const jobs = latestJobs(db, run.id).map(
    (job) =>
      html`<li><a href="${request.root}/actions/runs/${run.id}/job/${job.id}">${job.name}</a> ${job.conclusion ?? job.status}</li>`,
  );
  return subjectPage(request, {
    title: run.title,
    facts: [
      ["Workflow", run.workflow_name],
      ["Attempt", String(run.run_attempt)],
      ["Status", run.status],
      ["Conclusion", run.conclusion],
    ],
    body: html`<ul aria-label="Jobs">${jobs}</ul>`,
  });
}

/** Renders `/{owner}/{repo}/actions/runs/{id}/job/{job}`. */
export function jobPage(request: RepositoryPageRequest, run: number, id: number): Html | undefined {
  const job = findWorkflowJob(request.context.db, request.repository.id, id);
  if (job?.run_id !== run) return undefined;
  const steps = job.steps.map(({ name }) => html`<li>${name}</li>`);
  return subjectPage(request, {
    title: job.name,
    facts: [
      ["Status", job.status],
      ["Conclusion", job.conclusion],
      ["Runner", job.runner_name],
    ],
    body: html`<ol aria-label="Steps">${steps}</ol>`,
  });
}

/** Renders `/{owner}/{repo}/runs/{id}`: a check run that an app created. */
export function checkRunPage(request: RepositoryPageRequest, id: number): Html | undefined {
  const { context, repository, root } = request;
  const run = findCheckRun(context.db, repository.id, id);
  if (!run) return undefined;
  const annotations = checkAnnotations.page(context.db, { check_run_id: id }, "id", pageWindow(request));
  const rows = annotations.rows.map(
    ({ path, start_line, annotation_level, message }) =>
      html`<li><code>${path}:${start_line}</code> ${annotation_level}: ${message}</li>`,
  );
  const texts = [run.summary, run.text].flatMap((text) => (text ? markdown(text) : []));
  return subjectPage(request, {
    title: run.name,
    facts: [
      ["App", findAppById(context, run.app_id)?.name ?? null],
      ["Commit", html`<a href="${root}/commit/${run.head_sha}"><code>${run.head_sha.slice(0, 7)}</code></a>`],
      ["Status", run.status],
      ["Conclusion", run.conclusion],
      ["Details", run.details_url === "" ? null : externalLink(run.details_url)],
    ],
    body: html`${run.title === null ? "" : html`<h2>${run.title}</h2>`}
      ${texts.length === 0 ? "" : html`<article class="markdown-body">${texts}</article>`}
      ${rows.length === 0 ? "" : html`<h2>Annotations</h2><ul aria-label="Annotations">${rows}</ul>`}
      ${pager(request, annotations.total)}`,
  });
}
