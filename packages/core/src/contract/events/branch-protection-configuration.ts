import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

/** All branch protections of a repository were turned off, or on again (document 1, Event catalogue). */
export const branchProtectionConfiguration = /* @__PURE__ */ event(
  "branch_protection_configuration",
  everywhere("administration"),
  () => ({
    payload: inRepository(),
    actions: { disabled: {}, enabled: {} },
  }),
);
