import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { Account } from "./accounts.ts";
import { ofProduct } from "./billing-usage.ts";
import { type Database, flag, json, type Part, readPart, type Window } from "./database.ts";

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

/** How much of something an organization may use in a month. */
export const Budget = z.object({
  id: z.string(),
  organization_id: z.int(),
  type: BudgetType,
  /** One product's one way of being paid for, or a product. */
  sku: z.string(),
  /** Whose use counts. */
  scope: BudgetScope,
  /** The name of whose use counts, as it was told. */
  entity_name: z.string(),
  repository_id: z.nullable(z.int()),
  user_id: z.nullable(z.int()),
  /** In whole dollars, or licenses. */
  amount: z.int(),
  /** Does it stop what goes beyond it? */
  prevents: flag(),
  alerts: flag(),
  /** Logins of who is alerted. */
  recipients: json(z.array(z.string())),
});
export type Budget = z.output<typeof Budget>;

/** What may be said of a budget. */
export type BudgetTerms = Omit<Budget, "id" | "organization_id">;

const columns = (terms: BudgetTerms) => [
  ...[terms.type, terms.sku, terms.scope, terms.entity_name, terms.repository_id, terms.user_id],
  ...[terms.amount, Number(terms.prevents), Number(terms.alerts), JSON.stringify(terms.recipients)],
];

export function createBudget(db: Database, organizationId: number, terms: BudgetTerms): Budget {
  const id = randomUUID();
  db.run(
    `INSERT INTO budgets (type, sku, scope, entity_name, repository_id, user_id, amount, prevents, alerts, recipients, id,
       organization_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...columns(terms),
    ...[id, organizationId],
  );
  return { ...terms, id, organization_id: organizationId };
}

export function updateBudget(db: Database, budget: Budget, terms: BudgetTerms): Budget {
  db.run(
    `UPDATE budgets SET type = ?, sku = ?, scope = ?, entity_name = ?, repository_id = ?, user_id = ?, amount = ?,
       prevents = ?, alerts = ?, recipients = ? WHERE id = ?`,
    ...columns(terms),
    budget.id,
  );
  return { ...budget, ...terms };
}

export function findBudget(db: Database, organizationId: number, id: string): Budget | undefined {
  return db.get(Budget, "SELECT * FROM budgets WHERE organization_id = ? AND id = ?", organizationId, id);
}

/** The budgets of an organization, the oldest first. @param scope undefined: of every scope */
export function budgetsOf(
  db: Database,
  organizationId: number,
  scope: BudgetScope | undefined,
  window: Window,
): Part<Budget> {
  const query = "* FROM budgets WHERE organization_id = ?1 AND (?2 IS NULL OR scope = ?2) ORDER BY position";
  return readPart(db, Budget, query, [organizationId, scope ?? null], window);
}

export function deleteBudget(db: Database, budget: Budget): void {
  db.run("DELETE FROM budgets WHERE id = ?", budget.id);
}

/**
 * The budget that stops a user: their own, else one for every user. Of several products, the one that was made first.
 */
export function effectiveBudget(db: Database, organizationId: number, userId: number): Budget | undefined {
  return db.get(
    Budget,
    `SELECT * FROM budgets WHERE organization_id = ?1
       AND ((scope = 'user' AND user_id = ?2) OR scope IN ('multi_user_customer', 'multi_user_cost_center'))
     ORDER BY scope <> 'user', position LIMIT 1`,
    ...[organizationId, userId],
  );
}

/**
 * What was used of a budget in a time.
 * @param organization whose budget it is
 * @param userId whose use alone counts; undefined: everybody's
 */
export function consumedOf(
  db: Database,
  organization: Account,
  budget: Budget,
  { from, to }: { readonly from: string; readonly to: string },
  userId: number | undefined,
): number {
  const conditions = [
    "used_at BETWEEN ? AND ?",
    // A product's budget counts whatever belongs to the product: `actions` the SKU `actions_linux` too.
    budget.type === "SkuPricing" ? "sku = ?" : `(product = ?3 OR ${ofProduct("?3")})`,
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
      `SELECT round(coalesce(sum(amount), 0.0), 2) AS amount FROM billing_usage WHERE ${conditions.join(" AND ")}`,
      ...[from, to, budget.sku, owner],
      ...[budget.repository_id, budget.user_id, userId].flatMap((id) => id ?? []),
    )?.amount ?? 0
  );
}
