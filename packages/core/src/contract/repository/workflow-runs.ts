import * as z from "zod/mini";
import { type Definition, LOCATION } from "../definition.ts";
import { Artifact } from "../objects/artifact.ts";
import { WorkflowJob, WorkflowRun } from "../objects/workflow-run.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";
import { permissionAccess, publicReadAccess } from "../permission-access.ts";
import { change, get } from "../reads-and-writes.ts";

const write = permissionAccess("actions", "write", ["repo"], { roles: ["push"] });
const path = () => z.object({ run_id: z.int() });
const excludePullRequests = () => z._default(z.boolean(), false);
const debugLogging = () => z._default(z.boolean(), false);

/** Filters with which the list ends after 1,000 runs. */
const FILTERS = ["actor", "branch", "check_suite_id", "created", "event", "head_sha", "status"];

const listRuns = () => {
  const runs = wrappedList(
    { workflow_runs: z.array(WorkflowRun.schema()) },
    {
      actor: z.optional(z.string()),
      branch: z.optional(z.string()),
      event: z.optional(z.string()),
      status: z.optional(
        z.enum([
          "completed",
          "action_required",
          "cancelled",
          "failure",
          "neutral",
          "skipped",
          "stale",
          "success",
          "timed_out",
          "in_progress",
          "queued",
          "requested",
          "waiting",
          "pending",
        ]),
      ),
      created: z.optional(z.string()),
      exclude_pull_requests: excludePullRequests(),
      check_suite_id: z.optional(z.int()),
      head_sha: z.optional(z.string()),
    },
  );
  return {
    ...runs,
    access: publicReadAccess("actions"),
    paging: { ...runs.paging, truncated: { items: 1000, filters: FILTERS } },
  } as const satisfies Definition;
};

/**
 * Lists the workflow runs of a repository, newest first.
 * @see https://docs.github.com/rest/actions/workflow-runs#list-workflow-runs-for-a-repository
 */
export const listWorkflowRuns = operation("GET /repos/{owner}/{repo}/actions/runs", listRuns);

/**
 * Lists the runs of one workflow, newest first. The workflow is selected by its ID or by the name of its file.
 * @see https://docs.github.com/rest/actions/workflow-runs#list-workflow-runs-for-a-workflow
 */
export const listRunsOfWorkflow = operation("GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs", () => ({
  path: z.object({ workflow_id: z.union([z.int(), z.string()]) }),
  ...listRuns(),
}));

/**
 * Gets a workflow run.
 * @see https://docs.github.com/rest/actions/workflow-runs#get-a-workflow-run
 */
export const getWorkflowRun = operation("GET /repos/{owner}/{repo}/actions/runs/{run_id}", () => ({
  path: path(),
  query: z.object({ exclude_pull_requests: excludePullRequests() }),
  ...get({ access: publicReadAccess("actions") }, WorkflowRun.schema()),
}));

/**
 * Deletes a workflow run.
 * @see https://docs.github.com/rest/actions/workflow-runs#delete-a-workflow-run
 */
export const deleteWorkflowRun = operation("DELETE /repos/{owner}/{repo}/actions/runs/{run_id}", () => ({
  path: path(),
  ...change({ access: write }),
}));

/**
 * Cancels a workflow run; 409 if it can no longer be cancelled.
 * @see https://docs.github.com/rest/actions/workflow-runs#cancel-a-workflow-run
 */
export const cancelWorkflowRun = operation("POST /repos/{owner}/{repo}/actions/runs/{run_id}/cancel", () => ({
  path: path(),
  success: { 202: undefined },
  otherStatuses: [409],
  access: write,
  retry: "verify",
}));

const rerun = () =>
  ({
    path: path(),
    body: z.object({ enable_debug_logging: debugLogging() }),
    success: { 201: undefined },
    access: write,
    retry: "never",
  }) as const satisfies Definition;

/**
 * Reruns all jobs of a workflow run.
 * @see https://docs.github.com/rest/actions/workflow-runs#re-run-a-workflow
 */
export const rerunWorkflowRun = operation("POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun", rerun);

/**
 * Reruns the failed jobs of a workflow run and the jobs that depend on them.
 * @see https://docs.github.com/rest/actions/workflow-runs#re-run-failed-jobs-from-a-workflow-run
 */
export const rerunFailedJobs = operation("POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs", rerun);

/**
 * Reruns a job and the jobs that depend on it.
 * @see https://docs.github.com/rest/actions/workflow-runs#re-run-a-job-from-a-workflow-run
 */
export const rerunJob = operation("POST /repos/{owner}/{repo}/actions/jobs/{job_id}/rerun", () => ({
  path: z.object({ job_id: z.int() }),
  body: z.object({ enable_debug_logging: debugLogging(), enable_debugger: z._default(z.boolean(), false) }),
  success: { 201: undefined },
  otherStatuses: [403],
  access: write,
  retry: "never",
}));

/**
 * Returns the download URL of a workflow run's logs, valid for one minute.
 * @see https://docs.github.com/rest/actions/workflow-runs#download-workflow-run-logs
 */
export const getWorkflowRunLogs = operation("GET /repos/{owner}/{repo}/actions/runs/{run_id}/logs", () => ({
  path: path(),
  success: { 302: LOCATION },
  access: permissionAccess("actions", "read", ["repo"]),
  retry: "safe",
}));

/**
 * Lists the jobs of a workflow run.
 * @see https://docs.github.com/rest/actions/workflow-jobs#list-jobs-for-a-workflow-run
 */
export const listWorkflowRunJobs = operation("GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs", () => ({
  path: path(),
  ...wrappedList({ jobs: z.array(WorkflowJob.schema()) }, { filter: z._default(z.enum(["latest", "all"]), "latest") }),
  access: publicReadAccess("actions"),
}));

/**
 * Lists the artifacts of a workflow run.
 * @see https://docs.github.com/rest/actions/artifacts#list-workflow-run-artifacts
 */
export const listWorkflowRunArtifacts = operation("GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts", () => ({
  path: path(),
  ...wrappedList(
    { artifacts: z.array(Artifact.schema()) },
    { name: z.optional(z.string()), direction: z._default(z.enum(["asc", "desc"]), "desc") },
  ),
  access: publicReadAccess("actions"),
}));
