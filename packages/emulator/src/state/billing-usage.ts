import type { SQLInputValue } from "node:sqlite";

import { integer, nullable, type RowOf, type RowReader, real, reference, row, text, typedName } from "./columns.ts";
import { allOf, type Condition, type ValueRange, where, within } from "./condition.ts";
import type { Database } from "./database.ts";
import { table } from "./table.ts";

/** Billable usage of organizations. */
export const billingUsage = table(
  "billing_usage",
  {
    organization_id: reference("accounts"),
    repository_id: nullable(reference("repositories", "SET NULL")),
    user_id: nullable(reference("accounts", "SET NULL")),
    sku: text(),
    /** The net cost in dollars. */
    amount: real(),
    used_at: text(),
    /** The product that it is sold as; null: the SKU is a product of its own. */
    product: nullable(typedName()),
    model: nullable(typedName()),
    unit: text(),
    /** Price of one unit, in dollars. */
    price: real(),
    /** The part that is included in the plan, in dollars. */
    discount: real(),
  },
  { indexes: { billing_usage_by_time: "organization_id, used_at" } },
);

/**
 * SQL condition that a SKU belongs to a product by its name, such as `actions_linux` to `actions`.
 * @param product the query's parameter for the product
 */
export const productCondition = (product: string) =>
  `(sku = ${product} OR substr(sku, 1, length(${product}) + 1) = ${product} || '_')`;

/** Filters of a usage report. Names compare case-insensitively. */
export interface UsageFilter {
  readonly time: ValueRange<string>;
  /** A SKU, including those that belong to it. */
  readonly family?: string | undefined;
  readonly sku?: string | undefined;
  readonly product?: string | undefined;
  readonly model?: string | undefined;
  readonly userId?: number | undefined;
  readonly repositoryId?: number | undefined;
}

const Sums = {
  product: text(),
  sku: text(),
  unit: text(),
  price: real(),
  net: real(),
  discount: real(),
};
const PRODUCT = "coalesce(product, sku)";

/** Total usage in dollars. */
export type UsageSum = RowOf<typeof UsageSum>;
const UsageSum = row(Sums);

export type ModelUsage = RowOf<typeof ModelUsage>;
const ModelUsage = row({ ...Sums, model: text() });

/** Usage per day and repository. */
export type DailyUsage = RowOf<typeof DailyUsage>;
const DailyUsage = row({ ...Sums, day: text(), repository_id: nullable(integer()) });

/** Sums an organization's usage by product, SKU and price. */
export function usageSums(db: Database, organizationId: number, filter: UsageFilter): UsageSum[] {
  return sumUsage(db, UsageSum, [], organizationId, filter);
}

export function usageByModel(db: Database, organizationId: number, filter: UsageFilter): ModelUsage[] {
  return sumUsage(db, ModelUsage, ["coalesce(model, 'unknown') AS model"], organizationId, filter);
}

export function usageByDay(db: Database, organizationId: number, filter: UsageFilter): DailyUsage[] {
  return sumUsage(db, DailyUsage, ["substr(used_at, 1, 10) AS day", "repository_id"], organizationId, filter);
}

/** @param groupColumns further columns to group and sort by, before product, SKU and price */
function sumUsage<T>(
  db: Database,
  reader: RowReader<T>,
  groupColumns: readonly string[],
  organizationId: number,
  filter: UsageFilter,
): T[] {
  const { sql, values } = usageCondition(organizationId, filter);
  const columns = [...groupColumns, `${PRODUCT} AS product`, "sku", "unit", "price"];
  const keys = columns.map((_column, index) => index + 1).join(", ");
  const query = `SELECT ${columns.join(", ")}, sum(amount) AS net, sum(discount) AS discount FROM billing_usage
    WHERE ${sql} GROUP BY ${keys} ORDER BY ${keys}`;
  return db.all(reader, query, ...values);
}

function usageCondition(organizationId: number, filter: UsageFilter): Condition {
  const { family } = filter;
  const equals = (column: string, value: SQLInputValue | undefined) => where(`${column} = ? COLLATE NOCASE`, value);
  return allOf([
    { sql: "organization_id = ?", values: [organizationId] },
    within("used_at", filter.time),
    family === undefined ? undefined : { sql: productCondition("?"), values: [family, family, family] },
    equals("sku", filter.sku),
    equals(PRODUCT, filter.product),
    equals("model", filter.model),
    where("user_id = ?", filter.userId),
    where("repository_id = ?", filter.repositoryId),
  ]);
}
