import * as z from "zod/mini";
import { event } from "./event.ts";
import { EventWorkflow } from "./parts/workflow.ts";
import { EventWorkflowRun } from "./parts/workflow-run.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

/** A run of a workflow was asked for, began or ended (public description). */
export const workflowRun = /* @__PURE__ */ event("workflow_run", everywhere("actions"), () => ({
  payload: { ...inRepository(), workflow: z.nullable(EventWorkflow()), workflow_run: EventWorkflowRun() },
  actions: { completed: {}, in_progress: {}, requested: {} },
}));
