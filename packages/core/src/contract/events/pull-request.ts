import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

export const pullRequest = /* @__PURE__ */ event("pull_request", everywhere("pull_requests"), () => ({
  payload: inRepository(),
  actions: {
    assigned: {},
    auto_merge_disabled: {},
    auto_merge_enabled: {},
    closed: {},
    converted_to_draft: {},
    demilestoned: {},
    dequeued: {},
    edited: {},
    enqueued: {},
    labeled: {},
    locked: {},
    milestoned: {},
    opened: {},
    ready_for_review: {},
    reopened: {},
    review_request_removed: {},
    review_requested: {},
    synchronize: {},
    unassigned: {},
    unlabeled: {},
    unlocked: {},
  },
}));
