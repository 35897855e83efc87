import * as z from "zod/mini";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { EventWorkflow } from "./parts/workflow.ts";
import { EventWorkflowRun } from "./parts/workflow-run.ts";

/** A workflow run was requested, started or completed. */
export const workflowRun = event("workflow_run", allHooks("actions"), () => ({
  payload: {
    ...repositoryEventFields(),
    workflow: z.nullable(EventWorkflow.schema()),
    workflow_run: EventWorkflowRun.schema(),
  },
  actions: { completed: {}, in_progress: {}, requested: {} },
}));
