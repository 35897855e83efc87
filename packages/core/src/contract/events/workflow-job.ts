import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

export const workflowJob = /* @__PURE__ */ event("workflow_job", everywhere("actions"), () => ({
  payload: inRepository(),
  actions: { completed: {}, in_progress: {}, queued: {}, waiting: {} },
}));
