import * as z from "zod/mini";
import { event } from "./event.ts";
import { ProtectionRule, ProtectionRuleChanges } from "./parts/protection-rule.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

/** A branch protection rule was made, changed or taken away (document 1, Event catalogue). */
export const branchProtectionRule = /* @__PURE__ */ event(
  "branch_protection_rule",
  everywhere("administration"),
  () => ({
    payload: { ...inRepository(), rule: ProtectionRule() },
    actions: { created: {}, deleted: {}, edited: { changes: z.optional(ProtectionRuleChanges()) } },
  }),
);
