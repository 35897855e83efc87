import * as z from "zod/mini";
import { DispatchedRun, Workflow } from "../objects/workflow.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";
import { permissionAccess, publicReadAccess } from "../permission-access.ts";
import { change, get } from "../reads-and-writes.ts";

const write = permissionAccess("actions", "write", ["repo"], { roles: ["push"] });
const path = () => z.object({ workflow_id: z.union([z.int(), z.string()]) });

/**
 * Lists the workflows of a repository.
 * @see https://docs.github.com/rest/actions/workflows#list-repository-workflows
 */
export const listWorkflows = operation("GET /repos/{owner}/{repo}/actions/workflows", () => ({
  ...wrappedList({ workflows: z.array(Workflow.schema()) }),
  access: publicReadAccess("actions"),
}));

/**
 * Gets a workflow by its ID or by the name of its file.
 * @see https://docs.github.com/rest/actions/workflows#get-a-workflow
 */
export const getWorkflow = operation("GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}", () => ({
  path: path(),
  ...get({ access: publicReadAccess("actions") }, Workflow.schema()),
}));

/**
 * Runs a workflow that has the trigger `workflow_dispatch`, on a branch or tag. The response describes the run if
 * `return_run_details` is true.
 * @see https://docs.github.com/rest/actions/workflows#create-a-workflow-dispatch-event
 */
export const createWorkflowDispatch = operation(
  "POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches",
  () => ({
    path: path(),
    body: z.object({
      ref: z.string(),
      inputs: z.optional(z.looseObject({})),
      return_run_details: z.optional(z.boolean()),
    }),
    success: { 200: DispatchedRun.schema(), 204: undefined },
    otherStatuses: [404, 422],
    access: write,
    retry: "never",
  }),
);

/**
 * Disables a workflow, so that it no longer runs.
 * @see https://docs.github.com/rest/actions/workflows#disable-a-workflow
 */
export const disableWorkflow = operation("PUT /repos/{owner}/{repo}/actions/workflows/{workflow_id}/disable", () => ({
  path: path(),
  ...change({ access: write }),
}));

/**
 * Enables a workflow.
 * @see https://docs.github.com/rest/actions/workflows#enable-a-workflow
 */
export const enableWorkflow = operation("PUT /repos/{owner}/{repo}/actions/workflows/{workflow_id}/enable", () => ({
  path: path(),
  ...change({ access: write }),
}));
