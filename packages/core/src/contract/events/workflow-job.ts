import * as z from "zod/mini";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { EventDeployment } from "./parts/deployment.ts";
import { CompletedJob, EventJob } from "./parts/workflow-job.ts";

/** A job of a workflow run was queued, is waiting, started or completed. */
export const workflowJob = event("workflow_job", allHooks("actions"), () => ({
  payload: {
    ...repositoryEventFields(),
    workflow_job: EventJob.schema(),
    deployment: z.optional(EventDeployment.schema()),
  },
  actions: { completed: { workflow_job: CompletedJob.schema() }, in_progress: {}, queued: {}, waiting: {} },
}));
