import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

export const pullRequestReview = /* @__PURE__ */ event("pull_request_review", everywhere("pull_requests"), () => ({
  payload: inRepository(),
  actions: { dismissed: {}, edited: {}, submitted: {} },
}));
