import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

export const issues = /* @__PURE__ */ event("issues", everywhere("issues"), () => ({
  payload: inRepository(),
  actions: {
    assigned: {},
    closed: {},
    deleted: {},
    demilestoned: {},
    edited: {},
    labeled: {},
    locked: {},
    milestoned: {},
    opened: {},
    pinned: {},
    reopened: {},
    transferred: {},
    typed: {},
    unassigned: {},
    unlabeled: {},
    unlocked: {},
    unpinned: {},
    untyped: {},
  },
}));
