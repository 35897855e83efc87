import * as z from "zod/mini";
import { event } from "./event.ts";
import { EventDeployment } from "./parts/deployment.ts";
import { CompletedJob, EventJob } from "./parts/workflow-job.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

/** A job of a run waits, began or ended (public description). */
export const workflowJob = /* @__PURE__ */ event("workflow_job", everywhere("actions"), () => ({
  payload: { ...inRepository(), workflow_job: EventJob(), deployment: z.optional(EventDeployment()) },
  actions: { completed: { workflow_job: CompletedJob() }, in_progress: {}, queued: {}, waiting: {} },
}));
