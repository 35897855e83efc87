import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { Named, OutputOf } from "../named.ts";
import { named, open } from "../schema.ts";

const budget = /* @__PURE__ */ lazy(() => ({
  budget_type: open("BundlePricing", "ProductPricing", "SkuPricing"),
  budget_scope: open(
    "enterprise",
    "organization",
    "repository",
    "cost_center",
    "multi_user_customer",
    "multi_user_cost_center",
    "user",
  ),
  budget_entity_name: z.string(),
  budget_amount: z.int(),
  prevent_further_usage: z.boolean(),
  budget_alerting: z.looseObject({
    will_alert: z.optional(z.boolean()),
    alert_recipients: z.optional(z.array(z.string())),
  }),
}));

/** A budget as the list carries it (document 2, Budget). The documents and the public description name its products in two ways. */
export interface ListedBudget extends OutputOf<typeof listedBudgetSchema> {}
const listedBudgetSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.string(),
    ...budget(),
    budget_alerting: z.looseObject({ will_alert: z.boolean(), alert_recipients: z.array(z.string()) }),
    budget_entity_name: z.optional(z.string()),
    user: z.optional(z.string()),
    consumed_amount: z.optional(z.number()),
    budget_product_skus: z.optional(z.array(z.string())),
    budget_product_sku: z.optional(z.string()),
  }),
);
export const ListedBudget: Named<ListedBudget> = listedBudgetSchema;

/** A budget by itself: whole dollars, or licenses for what is licensed (document 2, Budget). */
export interface Budget extends OutputOf<typeof budgetSchema> {}
const budgetObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({ id: z.string(), ...budget(), budget_product_sku: z.string(), user: z.optional(z.string()) }),
);
const budgetSchema = /* @__PURE__ */ named(budgetObject);
export const Budget: Named<Budget> = budgetSchema;

/** A budget that was just written (document 2, Budgets). */
export interface ChangedBudget extends OutputOf<typeof changedBudgetSchema> {}
const changedBudgetSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    message: z.string(),
    budget: z.extend(z.partial(budgetObject()), { consumed_amount: z.optional(z.number()) }),
  }),
);
export const ChangedBudget: Named<ChangedBudget> = changedBudgetSchema;
