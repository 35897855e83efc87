import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { extensibleEnum, namedObject, namedSchema } from "../schema.ts";

const budget = lazy(() => ({
  budget_type: extensibleEnum("BundlePricing", "ProductPricing", "SkuPricing"),
  budget_scope: extensibleEnum(
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

/**
 * A budget in a list. The public documentation and the public API description name its products differently, so both
 * fields are optional.
 */
export class ListedBudget extends namedObject(() => ({
  id: z.string(),
  ...budget(),
  budget_alerting: z.looseObject({ will_alert: z.boolean(), alert_recipients: z.array(z.string()) }),
  budget_entity_name: z.optional(z.string()),
  user: z.optional(z.string()),
  consumed_amount: z.optional(z.number()),
  budget_product_skus: z.optional(z.array(z.string())),
  budget_product_sku: z.optional(z.string()),
})) {}

const budgetObject = lazy(() =>
  z.looseObject({ id: z.string(), ...budget(), budget_product_sku: z.string(), user: z.optional(z.string()) }),
);

/** A single budget. The amount is in whole dollars, or in licenses for licensed products. */
export class Budget extends namedSchema(budgetObject) {}

/** Response to creating or updating a budget. */
export class ChangedBudget extends namedObject(() => ({
  message: z.string(),
  budget: z.extend(z.partial(budgetObject()), { consumed_amount: z.optional(z.number()) }),
})) {}
