import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

export const branchProtectionConfiguration = /* @__PURE__ */ event(
  "branch_protection_configuration",
  everywhere("administration"),
  () => ({
    payload: inRepository(),
    actions: { disabled: {}, enabled: {} },
  }),
);
