import type { InputRule } from "../definition.ts";

/** Requires a list of repositories exactly for the scope `selected`. */
export const SELECTED_SCOPE_RULE: InputRule = {
  fields: ["scope", "selected_repository_ids"],
  message: 'selected_repository_ids must be given exactly when scope is "selected"',
  isMet: (input) => (input["selected_repository_ids"] !== undefined) === (input["scope"] === "selected"),
};
