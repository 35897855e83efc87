import { html } from "hono/html";
import { getAccount } from "../../state/accounts.ts";
import { issues } from "../../state/issues.ts";
import { milestones } from "../../state/milestones.ts";
import { findWorkflowJob, latestJobs } from "../../state/workflow-jobs.ts";
import { findWorkflowRun } from "../../state/workflow-runs.ts";
import type { Html } from "../layout/html.ts";
import { markdown } from "../layout/markdown.ts";
import type { RepositoryPageRequest } from "./repository-layout.ts";
import { subjectPage } from "./subject-page.ts";

// Pages that links of API objects lead to. Each returns undefined if its subject doesn't exist.

/** Renders `/{owner}/{repo}/issues/{number}`. */
export function issuePage(request: RepositoryPageRequest, number: number): Html | undefined {
  const { db } = request.context;
  const issue = issues.find(db, { repository_id: request.repository.id, number });
  if (!issue || issue.deleted_at !== null || issue.moved_to !== null) return undefined;
  return subjectPage(request, {
    title: `${issue.title} #${issue.number}`,
    facts: [
      ["State", issue.state],
      ["Author", getAccount(db, issue.user_id).login],
    ],
    body: issue.body === null ? "" : html`<article class="markdown-body">${markdown(issue.body)}</article>`,
  });
}

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
