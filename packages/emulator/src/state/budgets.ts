import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { Account } from "./accounts.ts";
import { productCondition } from "./billing-usage.ts";
import { flag, integer, json, key, nullable, type RowOf, real, reference, row, text } from "./columns.ts";
import type { Database } from "./database.ts";
import { table } from "./table.ts";

export const BudgetType = z.enum(["BundlePricing", "ProductPricing", "SkuPricing"]);
export const BudgetScope = z.enum([
  "enterprise",
  "organization",
  "repository",
  "cost_center",
  "multi_user_customer",
  "multi_user_cost_center",
  "user",
]);
export type BudgetScope = z.output<typeof BudgetScope>;

/** The limit on an organization's monthly usage of a product. */
export const budgets = table(
  "budgets",
  {
    position: key(integer()),
    id: text(),
    organization_id: reference("accounts"),
    type: text(BudgetType),
    /** A SKU or a product. */
    sku: text(),
    /** The level at which usage counts. */
    scope: text(BudgetScope),
    /** The name of the entity whose usage counts, as given. */
    entity_name: text(),
    repository_id: nullable(reference("repositories")),
    user_id: nullable(reference("accounts")),
    /** In whole dollars or licenses. */
    amount: integer(),
    /** Whether it blocks usage beyond the limit. */
    prevents: flag(),
    alerts: flag(),
    /** Logins of the users who receive alerts. */
    recipients: json(z.array(z.string())),
  },
  { unique: [["id"]], indexes: { budgets_of_organization: "organization_id" } },
);
export type Budget = RowOf<typeof budgets>;

/** The fields of a budget that can be changed. */
export type BudgetAttributes = Omit<Budget, "position" | "id" | "organization_id">;

export function createBudget(db: Database, organizationId: number, attributes: BudgetAttributes): Budget {
  return budgets.insert(db, { ...attributes, id: randomUUID(), organization_id: organizationId });
}

export function updateBudget(db: Database, budget: Budget, attributes: BudgetAttributes): Budget {
  budgets.update(db, { id: budget.id }, attributes);
  return { ...budget, ...attributes };
}

/** Returns the budget that applies to a user: their own, or one for all users. Of several, the oldest. */
export function effectiveBudget(db: Database, organizationId: number, userId: number): Budget | undefined {
  return db.get(
    budgets,
    `SELECT * FROM budgets WHERE organization_id = ?1
       AND ((scope = 'user' AND user_id = ?2) OR scope IN ('multi_user_customer', 'multi_user_cost_center'))
     ORDER BY scope <> 'user', position LIMIT 1`,
    ...[organizationId, userId],
  );
}

/** Returns whether a SKU or product is sold by license, so that its budgets count licenses instead of dollars. */
function isLicensed(sku: string): boolean {
  return /^(ghas|ghec)$|_licenses$|^(assistant|copilot)_(enterprise|for_business|standalone)$/.test(sku);
}

/**
 * Returns the amount used of a budget in a period: in dollars, or in licenses for licensed products.
 * @param organization owns the budget
 * @param userId counts this user's usage only; undefined: everyone's
 */
export function consumedAmount(
  db: Database,
  organization: Account,
  budget: Budget,
  { from, to }: { readonly from: string; readonly to: string },
  userId: number | undefined,
): number {
  const conditions = [
    "used_at BETWEEN ? AND ?",
    // A product's budget counts everything that belongs to the product: `actions` includes the SKU `actions_linux`.
    budget.type === "SkuPricing" ? "sku = ?" : `(product = ?3 OR ${productCondition("?3")})`,
    ...(budget.scope === "enterprise"
      ? ["organization_id IN (SELECT id FROM accounts WHERE enterprise_id = ?)"]
      : ["organization_id = ?"]),
    ...(budget.repository_id === null ? [] : ["repository_id = ?"]),
    ...(budget.user_id === null ? [] : ["user_id = ?"]),
    ...(userId === undefined ? [] : ["user_id = ?"]),
  ];
  const Row = row({ amount: real() });
  const owner = budget.scope === "enterprise" ? organization.enterprise_id : organization.id;
  return (
    db.get(
      Row,
      `SELECT round(coalesce(sum(${isLicensed(budget.sku) ? "amount / price" : "amount"}), 0.0), 2) AS amount
         FROM billing_usage WHERE ${conditions.join(" AND ")}`,
      ...[from, to, budget.sku, owner],
      ...[budget.repository_id, budget.user_id, userId].flatMap((id) => id ?? []),
    )?.amount ?? 0
  );
}
