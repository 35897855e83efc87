import { readProperty } from "../../internal/read-property.ts";
import type { InputRule } from "../definition.ts";

/** Requires exactly one way of selecting the branches that can deploy. */
export const BRANCH_POLICY_RULE: InputRule = {
  fields: ["deployment_branch_policy"],
  message: "exactly one of protected_branches and custom_branch_policies must be true",
  isMet: ({ deployment_branch_policy: policy }) => {
    const isProtected = readProperty(policy, "protected_branches");
    const isCustom = readProperty(policy, "custom_branch_policies");
    return typeof isProtected !== "boolean" || typeof isCustom !== "boolean" || isProtected !== isCustom;
  },
};
