import * as z from "zod/mini";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { ProtectionRule, ProtectionRuleChanges } from "./parts/protection-rule.ts";

/** A branch protection rule was created, edited or deleted. */
export const branchProtectionRule = event("branch_protection_rule", allHooks("administration"), () => ({
  payload: { ...repositoryEventFields(), rule: ProtectionRule.schema() },
  actions: { created: {}, deleted: {}, edited: { changes: z.optional(ProtectionRuleChanges.schema()) } },
}));
