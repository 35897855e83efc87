import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { Account } from "./accounts.ts";
import { productCondition } from "./billing-usage.ts";
import { type Database, flag, json, type PageRange, queryPage, type RowPage } from "./database.ts";

export const BUDGET_TABLES = `
CREATE TABLE budgets (
  position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
  organization_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, type TEXT NOT NULL, sku TEXT NOT NULL,
  scope TEXT NOT NULL, entity_name TEXT NOT NULL, repository_id INTEGER REFERENCES repositories ON DELETE CASCADE,
  user_id INTEGER REFERENCES accounts ON DELETE CASCADE, amount INTEGER NOT NULL, prevents INTEGER NOT NULL,
  alerts INTEGER NOT NULL, recipients TEXT NOT NULL
) STRICT;
CREATE INDEX budgets_of_organization ON budgets (organization_id);
`;

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
export const Budget = z.object({
  id: z.string(),
  organization_id: z.int(),
  type: BudgetType,
  /** A SKU or a product. */
  sku: z.string(),
  /** The level at which usage counts. */
  scope: BudgetScope,
  /** The name of the entity whose usage counts, as given. */
  entity_name: z.string(),
  repository_id: z.nullable(z.int()),
  user_id: z.nullable(z.int()),
  /** In whole dollars or licenses. */
  amount: z.int(),
  /** Whether it blocks usage beyond the limit. */
  prevents: flag(),
  alerts: flag(),
  /** Logins of the users who receive alerts. */
  recipients: json(z.array(z.string())),
});
export type Budget = z.output<typeof Budget>;

/** The fields of a budget that can be changed. */
export type BudgetAttributes = Omit<Budget, "id" | "organization_id">;

const columns = (attributes: BudgetAttributes) => [
  attributes.type,
  attributes.sku,
  attributes.scope,
  attributes.entity_name,
  attributes.repository_id,
  attributes.user_id,
  attributes.amount,
  Number(attributes.prevents),
  Number(attributes.alerts),
  JSON.stringify(attributes.recipients),
];

export function createBudget(db: Database, organizationId: number, attributes: BudgetAttributes): Budget {
  const id = randomUUID();
  db.run(
    `INSERT INTO budgets (type, sku, scope, entity_name, repository_id, user_id, amount, prevents, alerts, recipients, id,
       organization_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...columns(attributes),
    ...[id, organizationId],
  );
  return { ...attributes, id, organization_id: organizationId };
}

export function updateBudget(db: Database, budget: Budget, attributes: BudgetAttributes): Budget {
  db.run(
    `UPDATE budgets SET type = ?, sku = ?, scope = ?, entity_name = ?, repository_id = ?, user_id = ?, amount = ?,
       prevents = ?, alerts = ?, recipients = ? WHERE id = ?`,
    ...columns(attributes),
    budget.id,
  );
  return { ...budget, ...attributes };
}

export function findBudget(db: Database, organizationId: number, id: string): Budget | undefined {
  return db.get(Budget, "SELECT * FROM budgets WHERE organization_id = ? AND id = ?", organizationId, id);
}

/**
 * Returns an organization's budgets, oldest first.
 * @param scope undefined: all scopes
 */
export function budgetsOf(
  db: Database,
  organizationId: number,
  scope: BudgetScope | undefined,
  pageRange: PageRange,
): RowPage<Budget> {
  const query = "* FROM budgets WHERE organization_id = ?1 AND (?2 IS NULL OR scope = ?2) ORDER BY position";
  return queryPage(db, Budget, query, [organizationId, scope ?? null], pageRange);
}

export function deleteBudget(db: Database, budget: Budget): void {
  db.run("DELETE FROM budgets WHERE id = ?", budget.id);
}

/** Returns the budget that applies to a user: their own, or one for all users. Of several, the oldest. */
export function effectiveBudget(db: Database, organizationId: number, userId: number): Budget | undefined {
  return db.get(
    Budget,
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
  const Row = z.object({ amount: z.number() });
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
