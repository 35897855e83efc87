import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

export const workflowRun = /* @__PURE__ */ event("workflow_run", everywhere("actions"), () => ({
  payload: inRepository(),
  actions: { completed: {}, in_progress: {}, requested: {} },
}));
