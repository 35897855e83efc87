import type { SQLInputValue } from "node:sqlite";
import * as z from "zod/mini";
import { allOf, type Condition, type Range, where, within } from "./condition.ts";
import type { Database } from "./database.ts";

export const BILLING_USAGE_TABLES = `
CREATE TABLE billing_usage (
  organization_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
  repository_id INTEGER REFERENCES repositories ON DELETE SET NULL,
  user_id INTEGER REFERENCES accounts ON DELETE SET NULL, sku TEXT NOT NULL, amount REAL NOT NULL, used_at TEXT NOT NULL,
  product TEXT COLLATE NOCASE, model TEXT COLLATE NOCASE, unit TEXT NOT NULL DEFAULT 'units',
  price REAL NOT NULL DEFAULT 1, discount REAL NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX billing_usage_by_time ON billing_usage (organization_id, used_at);
`;

/** Something that was used and is paid for. */
export interface BillingUsage {
  readonly organization_id: number;
  readonly repository_id: number | null;
  readonly user_id: number | null;
  readonly sku: string;
  /** What is to be paid, in dollars. */
  readonly amount: number;
  readonly used_at: string;
  /** What it is sold as; null: it is a product of its own. */
  readonly product: string | null;
  readonly model: string | null;
  readonly unit: string;
  /** Of one unit, in dollars. */
  readonly price: number;
  /** What was included, and need not be paid, in dollars. */
  readonly discount: number;
}

export function recordUsage(db: Database, usage: BillingUsage): void {
  db.run(
    `INSERT INTO billing_usage (organization_id, repository_id, user_id, sku, amount, used_at, product, model, unit, price,
       discount) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[usage.organization_id, usage.repository_id, usage.user_id, usage.sku, usage.amount, usage.used_at],
    ...[usage.product, usage.model, usage.unit, usage.price, usage.discount],
  );
}

/** That a SKU belongs to a product by its name: `actions_linux` to `actions`. @param product the query's parameter for it */
export const ofProduct = (product: string) =>
  `(sku = ${product} OR substr(sku, 1, length(${product}) + 1) = ${product} || '_')`;

/** What narrows a report of what was used; names compare without regard to case. */
export interface UsageFilter {
  readonly time: Range<string>;
  /** A SKU with those that belong to it. */
  readonly family?: string | undefined;
  readonly sku?: string | undefined;
  readonly product?: string | undefined;
  readonly model?: string | undefined;
  readonly userId?: number | undefined;
  readonly repositoryId?: number | undefined;
}

const Sums = {
  product: z.string(),
  sku: z.string(),
  unit: z.string(),
  price: z.number(),
  net: z.number(),
  discount: z.number(),
};
const PRODUCT = "coalesce(product, sku)";

/** What was used, as sums in dollars. */
export type UsageSum = z.output<typeof UsageSum>;
const UsageSum = z.object(Sums);

/** The same of each model. */
export type ModelUsage = z.output<typeof ModelUsage>;
const ModelUsage = z.object({ ...Sums, model: z.string() });

/** The same of each day and repository. */
export type DayUsage = z.output<typeof DayUsage>;
const DayUsage = z.object({ ...Sums, day: z.string(), repository_id: z.nullable(z.int()) });

/** What an organization used in all, by product, SKU and price. */
export function usageSums(db: Database, organizationId: number, filter: UsageFilter): UsageSum[] {
  return summed(db, UsageSum, [], organizationId, filter);
}

export function usageByModel(db: Database, organizationId: number, filter: UsageFilter): ModelUsage[] {
  return summed(db, ModelUsage, ["coalesce(model, 'unknown') AS model"], organizationId, filter);
}

export function usageByDay(db: Database, organizationId: number, filter: UsageFilter): DayUsage[] {
  return summed(db, DayUsage, ["substr(used_at, 1, 10) AS day", "repository_id"], organizationId, filter);
}

/** @param by what is told apart beside product, SKU and price, the first of it in order */
function summed<T>(
  db: Database,
  row: z.ZodMiniType<T>,
  by: readonly string[],
  organizationId: number,
  filter: UsageFilter,
): T[] {
  const { sql, values } = conditionOf(organizationId, filter);
  const columns = [...by, `${PRODUCT} AS product`, "sku", "unit", "price"];
  const keys = columns.map((_column, index) => index + 1).join(", ");
  const query = `SELECT ${columns.join(", ")}, sum(amount) AS net, sum(discount) AS discount FROM billing_usage
    WHERE ${sql} GROUP BY ${keys} ORDER BY ${keys}`;
  return db.all(row, query, ...values);
}

function conditionOf(organizationId: number, filter: UsageFilter): Condition {
  const { family } = filter;
  const named = (column: string, value: SQLInputValue | undefined) => where(`${column} = ? COLLATE NOCASE`, value);
  return allOf([
    { sql: "organization_id = ?", values: [organizationId] },
    within("used_at", filter.time),
    family === undefined ? undefined : { sql: ofProduct("?"), values: [family, family, family] },
    named("sku", filter.sku),
    named(PRODUCT, filter.product),
    named("model", filter.model),
    where("user_id = ?", filter.userId),
    where("repository_id = ?", filter.repositoryId),
  ]);
}
