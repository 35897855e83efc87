import * as z from "zod/mini";
import { Workflow } from "../objects/workflow.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";
import { publicReadAccess } from "../permission-access.ts";
import { get } from "../reads-and-writes.ts";

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
  path: z.object({ workflow_id: z.union([z.int(), z.string()]) }),
  ...get({ access: publicReadAccess("actions") }, Workflow.schema()),
}));
