import type { EmulatorContext } from "../../emulator-context.ts";
import { renderJob } from "../../objects/job.ts";
import { renderSimpleRepository } from "../../objects/repository.ts";
import { renderWorkflow } from "../../objects/workflow.ts";
import { renderWorkflowRun } from "../../objects/workflow-run.ts";
import { environments } from "../../state/environments.ts";
import type { Repository } from "../../state/repositories.ts";
import { latestJobs } from "../../state/workflow-jobs.ts";
import { findWorkflowRun, getWorkflow, type WorkflowRun, workflowRunsOf } from "../../state/workflow-runs.ts";
import { timestamp } from "../../timestamp.ts";
import type { JsonFields } from "./fake.ts";
import { FIRST_ROW, numberIn, textIn } from "./state-function.ts";

// Fields of events about workflow runs, and about the deployments that they make.

function findRun({ db }: EmulatorContext, { id }: Repository, number: number | undefined): WorkflowRun | undefined {
  return number === undefined ? workflowRunsOf(db, id, {}, FIRST_ROW).rows[0] : findWorkflowRun(db, id, number);
}

/** Creates the fields of the given run, otherwise of the newest one. */
export function runFields(context: EmulatorContext, repository: Repository, given: JsonFields): JsonFields {
  const run = findRun(context, repository, numberIn(given, "workflow_run", "id"));
  const created_at = timestamp(context.now());
  const sample = { id: 1, name: "Sample", path: ".github/workflows/sample.yml", created_at, updated_at: created_at };
  const stored = run ? getWorkflow(context.db, run.workflow_id) : undefined;
  const workflow = renderWorkflow(
    context,
    repository,
    stored ?? { ...sample, repository_id: repository.id, state: "active" },
  );
  const { id, name, path } = workflow;
  const fakeFields = {
    head_branch: repository.default_branch,
    name,
    path,
    workflow_id: id,
    head_repository: {},
    actor: {},
  };
  const workflow_run = run ? renderWorkflowRun(context, repository, run, true) : fakeFields;
  return { workflow, workflow_run };
}

/** Creates the fields of a job. */
export function jobFields(context: EmulatorContext, repository: Repository, given: JsonFields): JsonFields {
  const run = findRun(context, repository, numberIn(given, "workflow_job", "run_id"));
  const jobs = run ? latestJobs(context.db, run.id) : [];
  const id = numberIn(given, "workflow_job", "id");
  const job = id === undefined ? jobs[0] : jobs.find((candidate) => candidate.id === id);
  if (run && job) return { workflow_job: renderJob(context, repository, run, job) };
  return { workflow_job: { name: "sample", workflow_name: "Sample", head_branch: repository.default_branch } };
}

/** Creates the fields of a workflow run that is requested for the default branch. */
export function dispatchFields(context: EmulatorContext, repository: Repository): JsonFields {
  const run = findRun(context, repository, undefined);
  return {
    ref: `refs/heads/${repository.default_branch}`,
    workflow: run?.workflow_path ?? ".github/workflows/sample.yml",
  };
}

/** Creates the fields of a deployment of the default branch by the newest run. */
export function deploymentFields(context: EmulatorContext, repository: Repository, given: JsonFields): JsonFields {
  const { default_branch: ref } = repository;
  const environment = environmentIn(context, repository, given);
  const { url } = renderSimpleRepository(context, repository);
  const id = numberIn(given, "deployment", "id") ?? 1;
  const deploymentUrl = `${url}/deployments/${id}`;
  return {
    deployment: {
      id,
      url: deploymentUrl,
      statuses_url: `${deploymentUrl}/statuses`,
      repository_url: url,
      ref,
      environment,
      original_environment: environment,
      creator: {},
    },
    ...deployingRunFields(context, repository, given),
  };
}

/** Creates the fields of the run that deploys, or null ones if there is no run. Deployments omit its commit. */
function deployingRunFields(context: EmulatorContext, repository: Repository, given: JsonFields): JsonFields {
  const run = findRun(context, repository, numberIn(given, "workflow_run", "id"));
  if (!run) return { workflow: null, workflow_run: null };
  const { workflow } = runFields(context, repository, given);
  return { workflow, workflow_run: { ...renderWorkflowRun(context, repository, run, true), head_commit: null } };
}

/** Creates the fields of a deployment and its status. */
export function deploymentStatusFields(
  context: EmulatorContext,
  repository: Repository,
  given: JsonFields,
): JsonFields {
  const environment = environmentIn(context, repository, given);
  return {
    ...deploymentFields(context, repository, given),
    check_run: null,
    deployment_status: { state: "success", environment, creator: {} },
  };
}

/** Creates the fields of a deployment that apps or reviewers must approve. */
export function deploymentProtectionFields(
  context: EmulatorContext,
  repository: Repository,
  given: JsonFields,
): JsonFields {
  const { deployment } = deploymentFields(context, repository, given);
  const { url } = renderSimpleRepository(context, repository);
  const run = findRun(context, repository, undefined);
  return {
    environment: environmentIn(context, repository, given),
    event: run?.event ?? "push",
    deployment_callback_url: `${url}/actions/runs/${run?.id ?? 1}/deployment_protection_rule`,
    deployment,
    pull_requests: [],
  };
}

/** Creates the fields of a deployment's review, which the newest run waits for. */
export function deploymentReviewFields(
  context: EmulatorContext,
  repository: Repository,
  given: JsonFields,
): JsonFields {
  const { workflow_run } = runFields(context, repository, given);
  const environment = environmentIn(context, repository, given);
  return {
    since: "5 minutes",
    workflow_run,
    workflow_job_run: { environment, status: "waiting" },
    reviewers: [{ type: "User", reviewer: {} }],
  };
}

function environmentIn({ db }: EmulatorContext, { id }: Repository, given: JsonFields): string {
  const name = textIn(given, "deployment", "environment");
  return name ?? environments.page(db, { repository_id: id }, "name", FIRST_ROW).rows[0]?.name ?? "production";
}
