import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

export const branchProtectionRule = /* @__PURE__ */ event(
  "branch_protection_rule",
  everywhere("administration"),
  () => ({
    payload: inRepository(),
    actions: { created: {}, deleted: {}, edited: {} },
  }),
);
