import * as z from "zod/mini";
import { Budget, ChangedBudget, ListedBudget } from "../objects/budget.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";
import { permissionAccess } from "../permission-access.ts";
import { get, readWriteAccess, update } from "../reads-and-writes.ts";
import { BUDGET_UPDATE_RULES, NEW_BUDGET_RULES } from "../rules/budgets.ts";
import { fieldsWith } from "../schema.ts";

const ACCESS = readWriteAccess(
  (level) =>
    permissionAccess("organization_administration", level, [], { roles: ["organization-owner", "billing-manager"] }),
  ["github.com"],
);

const path = () => z.object({ budget_id: z.string() });
const anyScope = () =>
  z.enum(["enterprise", "organization", "repository", "cost_center", "multi_user_customer", "user"]);

const fields = () => ({
  budget_amount: z.optional(z.int()),
  prevent_further_usage: z.optional(z.boolean()),
  budget_alerting: z.optional(
    z.object({ will_alert: z.optional(z.boolean()), alert_recipients: z.optional(z.array(z.string())) }),
  ),
  budget_type: z.optional(z.enum(["BundlePricing", "ProductPricing", "SkuPricing"])),
  budget_product_sku: z.optional(z.string()),
  user: z.optional(z.string()),
});

/**
 * Lists the budgets of an organization, at most 10 per page.
 * @see https://docs.github.com/rest/billing/budgets#get-all-budgets-for-an-organization
 */
export const listBudgets = operation("GET /organizations/{org}/settings/billing/budgets", () => ({
  ...wrappedList(
    {
      budgets: z.array(ListedBudget.schema()),
      user: z.optional(z.string()),
      effective_budget: z.optional(
        z.looseObject({ id: z.string(), budget_amount: z.int(), consumed_amount: z.number() }),
      ),
      has_next_page: z.optional(z.boolean()),
      total_count: z.optional(z.int()),
    },
    { scope: z.optional(anyScope()), user: z.optional(z.string()) },
    { default: 10, maximum: 10 },
  ),
  otherStatuses: [403, 404, 500],
  ...ACCESS.read,
}));

/**
 * Creates a budget.
 * @see https://docs.github.com/rest/billing/budgets#create-a-budget-for-an-organization
 */
export const createBudget = operation("POST /organizations/{org}/settings/billing/budgets", () => ({
  body: z.object({
    ...fields(),
    budget_scope: z.optional(z.enum(["organization", "repository", "multi_user_customer", "user"])),
    budget_entity_name: z._default(z.string(), ""),
  }),
  success: { 200: ChangedBudget.schema() },
  otherStatuses: [400, 401, 403, 404, 422, 500],
  ...ACCESS.write,
  retry: "never",
  rules: NEW_BUDGET_RULES,
}));

/**
 * Gets a budget.
 * @see https://docs.github.com/rest/billing/budgets#get-a-budget-by-id-for-an-organization
 */
export const getBudget = operation("GET /organizations/{org}/settings/billing/budgets/{budget_id}", () => ({
  path: path(),
  ...get(ACCESS.read, Budget.schema(), [400, 403, 404, 500, 503]),
}));

/**
 * Updates a budget.
 * @see https://docs.github.com/rest/billing/budgets#update-a-budget-for-an-organization
 */
export const updateBudget = operation("PATCH /organizations/{org}/settings/billing/budgets/{budget_id}", () => ({
  path: path(),
  body: z.object({
    ...fields(),
    budget_scope: z.optional(anyScope()),
    budget_entity_name: z.optional(z.string()),
  }),
  ...update(ACCESS.write, ChangedBudget.schema(), [400, 401, 403, 404, 422, 500]),
  rules: BUDGET_UPDATE_RULES,
}));

/**
 * Deletes a budget.
 * @see https://docs.github.com/rest/billing/budgets#delete-a-budget-for-an-organization
 */
export const deleteBudget = operation("DELETE /organizations/{org}/settings/billing/budgets/{budget_id}", () => ({
  path: path(),
  ...update(
    ACCESS.write,
    z.looseObject({ message: z.string(), ...fieldsWith(z.optional(z.string()), "id", "budget_id") }),
    [400, 403, 404, 500, 503],
  ),
}));
