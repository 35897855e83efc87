import type { Input } from "@forgehand/core/contract";
import {
  createCheckRun,
  getCheckRun,
  listCheckRunAnnotations,
  listCheckRuns,
  listCheckRunsOfSuite,
  updateCheckRun,
} from "@forgehand/core/operations";
import * as effects from "../../effects/checks.ts";
import { type RepositoryCall, renderPage, repositoryHandler, requireActor } from "../../http/handler.ts";
import { forbidden, notFound, requireFound } from "../../http-error.ts";
import { renderAnnotations, renderStoredAnnotation } from "../../objects/check-annotation.ts";
import { renderCheckRun, renderJobCheck, withSuiteId } from "../../objects/check-run.ts";
import { apps } from "../../state/apps.ts";
import * as state from "../../state/check-runs.ts";
import { findWorkflowJob } from "../../state/workflow-jobs.ts";
import { getWorkflowRun, workflowRuns } from "../../state/workflow-runs.ts";
import { timestamp } from "../../timestamp.ts";
import { requireCallingApp, requireCheckedCommit, requireHeadSha } from "../shared/checked-commit.ts";
import { withSettledRuns } from "../shared/with-settled-runs.ts";

export const checkRuns = withSettledRuns([
  repositoryHandler(listCheckRunAnnotations, ({ check_run_id }, call) => {
    const { context, repository, page } = call;
    const run = state.findCheckRun(context.db, repository.id, check_run_id);
    if (run) {
      const rowPage = state.checkAnnotations.page(context.db, { check_run_id }, "id", page);
      return renderPage(call, rowPage, (annotation) =>
        renderStoredAnnotation(context, repository, run.head_sha, annotation),
      );
    }
    const job = requireFound(findWorkflowJob(context.db, repository.id, check_run_id));
    const annotations = renderAnnotations(context, repository, job);
    const rows = annotations.slice(page.offset, page.offset + page.limit);
    return renderPage(call, { rows, total: annotations.length }, (annotation) => annotation);
  }),

  repositoryHandler(getCheckRun, ({ check_run_id }, call) => requireFound(findCheck(call, check_run_id))),

  repositoryHandler(listCheckRuns, ({ ref, app_id, ...filter }, call) =>
    renderChecks(call, { sha: requireCheckedCommit(call, ref), appId: app_id }, filter),
  ),

  repositoryHandler(listCheckRunsOfSuite, ({ check_suite_id, ...filter }, call) => {
    const { context, repository } = call;
    const match = { repository_id: repository.id };
    if (
      !state.checkSuites.has(context.db, { ...match, id: check_suite_id }) &&
      !workflowRuns.has(context.db, { ...match, check_suite_id })
    ) {
      throw notFound();
    }
    return renderChecks(call, { suiteId: check_suite_id }, filter);
  }),

  repositoryHandler(createCheckRun, ({ name, head_sha, output, ...input }, call) => {
    const { context, repository } = call;
    const appId = requireCallingApp(call);
    requireHeadSha(call, head_sha);
    const now = timestamp(context.now());
    const isCompleted = input.conclusion !== undefined;
    const fields: effects.CheckRunFields = {
      name,
      external_id: input.external_id ?? "",
      details_url: input.details_url ?? defaultDetailsUrl(call, appId),
      status: isCompleted ? "completed" : (input.status ?? "queued"),
      conclusion: input.conclusion ?? null,
      started_at: input.started_at ?? now,
      completed_at: isCompleted ? (input.completed_at ?? now) : null,
      title: output?.title ?? null,
      summary: output?.summary ?? null,
      text: output?.text ?? null,
    };
    const update = { context, repository, sender: requireActor(call) };
    const annotations = (output?.annotations ?? []).map(readAnnotation);
    const run = effects.createCheckRun(update, appId, head_sha, fields, annotations);
    return withSuiteId(renderCheckRun(context, repository, run));
  }),

  repositoryHandler(updateCheckRun, ({ check_run_id, output, ...input }, call) => {
    const { context, repository } = call;
    const run = state.findCheckRun(context.db, repository.id, check_run_id);
    const appId = requireCallingApp(call);
    if (!run) {
      requireFound(findWorkflowJob(context.db, repository.id, check_run_id));
      throw forbidden("Check runs of jobs can't be changed.");
    }
    if (run.app_id !== appId) {
      throw forbidden(`Invalid app_id \`${appId}\` - check run can only be modified by the app that created it.`);
    }
    const { name, external_id, details_url, started_at } = input;
    const texts = { title: output?.title, summary: output?.summary, text: output?.text };
    const changes = { name, external_id, details_url, started_at, ...texts, ...readState(call, input) };
    const update = { context, repository, sender: requireActor(call) };
    const annotations = (output?.annotations ?? []).map(readAnnotation);
    const changed = effects.updateCheckRun(update, run, changes, annotations);
    return withSuiteId(renderCheckRun(context, repository, changed));
  }),
]);

/** Renders a check run: one that an app created, or a job. */
function findCheck({ context, repository }: RepositoryCall, id: number) {
  const run = state.findCheckRun(context.db, repository.id, id);
  if (run) return withSuiteId(renderCheckRun(context, repository, run));
  const job = findWorkflowJob(context.db, repository.id, id);
  return job && withSuiteId(renderJobCheck(context, repository, getWorkflowRun(context.db, job.run_id), job));
}

interface ListFilter {
  readonly check_name?: string | undefined;
  readonly status?: string | undefined;
  readonly filter?: "latest" | "all" | undefined;
}

function renderChecks(
  call: RepositoryCall,
  target: Pick<state.CheckFilter, "sha" | "suiteId" | "appId">,
  { check_name: name, status, filter = "latest" }: ListFilter,
) {
  const { context, repository, page } = call;
  const conditions = { ...target, repositoryId: repository.id, name, status, latest: filter === "latest" };
  const rowPage = state.listChecks(context.db, conditions, page);
  const check_runs = renderPage(call, rowPage, ({ id }) => requireFound(findCheck(call, id)));
  return { total_count: rowPage.total, check_runs };
}

/** Reads the status of an update. A conclusion completes the run; any other status removes the conclusion. */
function readState(
  { context }: RepositoryCall,
  { status, conclusion, completed_at }: Pick<Input<typeof updateCheckRun>, "status" | "conclusion" | "completed_at">,
) {
  if (conclusion !== undefined) {
    return { status: "completed", conclusion, completed_at: completed_at ?? timestamp(context.now()) } as const;
  }
  return status === undefined ? {} : { status, conclusion: null, completed_at: null };
}

interface AnnotationInput
  extends Pick<effects.NewAnnotation, "path" | "start_line" | "end_line" | "annotation_level" | "message"> {
  readonly start_column?: number | undefined;
  readonly end_column?: number | undefined;
  readonly title?: string | undefined;
  readonly raw_details?: string | undefined;
}

const readAnnotation = (input: AnnotationInput): effects.NewAnnotation => ({
  ...input,
  start_column: input.start_column ?? null,
  end_column: input.end_column ?? null,
  title: input.title ?? null,
  raw_details: input.raw_details ?? null,
});

/** Returns the URL of an app's own site, which is shown if a check run has no other. */
const defaultDetailsUrl = ({ context }: RepositoryCall, appId: number) =>
  apps.find(context.db, { id: appId })?.external_url ?? context.webUrl;
