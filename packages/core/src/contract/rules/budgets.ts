import type { InputRule } from "../definition.ts";

const isUserBudget = (input: Readonly<Record<string, unknown>>) =>
  input["budget_scope"] === "user" || input["budget_scope"] === "multi_user_customer";

const canAlert = (alerting: unknown) =>
  typeof alerting === "object" &&
  alerting !== null &&
  Object.values(alerting).some((setting) => setting === true || (Array.isArray(setting) && setting.length > 0));

/**
 * Budgets of users cover two products only, always stop further usage, never alert, and have a `user` (source:
 * openapi; the documentation of the request body lacks that field).
 */
/* @__NO_SIDE_EFFECTS__ */
const budgetRules = (isCreation: boolean): readonly InputRule[] => [
  {
    fields: ["budget_scope", "user"],
    message: 'user must be given when budget_scope is "user"',
    isMet: (input) => !isCreation || input["budget_scope"] !== "user" || input["user"] !== undefined,
  },
  {
    fields: ["budget_scope", "budget_alerting"],
    message: 'budget_alerting must be off when budget_scope is "user"',
    isMet: (input) => input["budget_scope"] !== "user" || !canAlert(input["budget_alerting"]),
  },
  {
    fields: ["budget_scope", "budget_product_sku"],
    message: "budget_product_sku must be ai_credits or premium_requests for budgets of users",
    isMet: (input) =>
      !isUserBudget(input) ||
      (!isCreation && input["budget_product_sku"] === undefined) ||
      input["budget_product_sku"] === "ai_credits" ||
      input["budget_product_sku"] === "premium_requests",
  },
  {
    fields: ["budget_scope", "prevent_further_usage"],
    message: "prevent_further_usage must be true for budgets of users",
    isMet: (input) =>
      !isUserBudget(input) ||
      (!isCreation && input["prevent_further_usage"] === undefined) ||
      input["prevent_further_usage"] === true,
  },
];

/** Constraints of a new budget, in which omitted fields have their default value. */
export const NEW_BUDGET_RULES = budgetRules(true);
/** Constraints of an update, in which omitted fields keep their value. */
export const BUDGET_UPDATE_RULES = budgetRules(false);
