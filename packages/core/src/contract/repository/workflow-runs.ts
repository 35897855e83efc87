import * as z from "zod/mini";
import { allow, allowPublic } from "../allow.ts";
import { type Definition, LOCATION } from "../definition.ts";
import { Job, WorkflowRun } from "../objects/workflow-run.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";

const write = allow("actions", "write", ["repo"], { roles: ["push"] });
const path = () => z.object({ run_id: z.int() });
const pullRequests = () => z._default(z.boolean(), false);
const debugLogging = () => z._default(z.boolean(), false);

/** With any of these filters the list ends at 1,000 runs (document 1, Limits). */
const FILTERS = ["actor", "branch", "check_suite_id", "created", "event", "head_sha", "status"];

/** The workflow runs of a repository, the latest first (document 3, Workflow runs). */
export const listWorkflowRuns = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/actions/runs", () => {
  const runs = wrappedList(
    { workflow_runs: z.array(WorkflowRun()) },
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
      exclude_pull_requests: pullRequests(),
      check_suite_id: z.optional(z.int()),
      head_sha: z.optional(z.string()),
    },
  );
  return {
    ...runs,
    access: allowPublic("actions"),
    paging: { ...runs.paging, truncated: { items: 1000, filters: FILTERS } },
  };
});

/** One workflow run (document 3 names it; the path is the public description's). */
export const getWorkflowRun = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/actions/runs/{run_id}", () => ({
  path: path(),
  query: z.object({ exclude_pull_requests: pullRequests() }),
  success: { 200: WorkflowRun() },
  access: allowPublic("actions"),
  retry: "safe",
}));

/** Delete a workflow run. */
export const deleteWorkflowRun = /* @__PURE__ */ operation(
  "DELETE /repos/{owner}/{repo}/actions/runs/{run_id}",
  () => ({
    path: path(),
    success: { 204: undefined },
    access: write,
    retry: "idempotent",
  }),
);

/** Cancel a workflow run; 409 where it can't be any more. */
export const cancelWorkflowRun = /* @__PURE__ */ operation(
  "POST /repos/{owner}/{repo}/actions/runs/{run_id}/cancel",
  () => ({
    path: path(),
    success: { 202: undefined },
    otherStatuses: [409],
    access: write,
    retry: "verify",
  }),
);

const rerun = () =>
  ({
    path: path(),
    body: z.object({ enable_debug_logging: debugLogging() }),
    success: { 201: undefined },
    access: write,
    retry: "never",
  }) as const satisfies Definition;

/** Run all jobs of a workflow run again. */
export const rerunWorkflowRun = /* @__PURE__ */ operation(
  "POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun",
  rerun,
);

/** Run the failed jobs of a workflow run again, and those that depend on them. */
export const rerunFailedJobs = /* @__PURE__ */ operation(
  "POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs",
  rerun,
);

/** Run a job again, and those that depend on it (document 3, Workflow runs). */
export const rerunJob = /* @__PURE__ */ operation("POST /repos/{owner}/{repo}/actions/jobs/{job_id}/rerun", () => ({
  path: z.object({ job_id: z.int() }),
  body: z.object({ enable_debug_logging: debugLogging(), enable_debugger: z._default(z.boolean(), false) }),
  success: { 201: undefined },
  otherStatuses: [403],
  access: write,
  retry: "never",
}));

/** Where to download the logs of a workflow run: an address that works for a minute. */
export const getWorkflowRunLogs = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/actions/runs/{run_id}/logs",
  () => ({ path: path(), success: { 302: LOCATION }, access: allow("actions", "read", ["repo"]), retry: "safe" }),
);

/** The jobs of a workflow run. */
export const listWorkflowRunJobs = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs",
  () => ({
    path: path(),
    ...wrappedList({ jobs: z.array(Job()) }, { filter: z._default(z.enum(["latest", "all"]), "latest") }),
    access: allowPublic("actions"),
  }),
);
