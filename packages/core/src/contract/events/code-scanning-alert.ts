import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

export const codeScanningAlert = /* @__PURE__ */ event("code_scanning_alert", everywhere("security_events"), () => ({
  payload: inRepository(),
  actions: { appeared_in_branch: {}, closed_by_user: {}, created: {}, fixed: {}, reopened: {}, reopened_by_user: {} },
}));
