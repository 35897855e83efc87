import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { recordUsage } from "../../state/billing-usage.ts";
import { section } from "../section.ts";
import { SeedTime } from "../time.ts";

const dollars = () => z.number().check(z.gte(0));

const Usage = z.strictObject({
  sku: z.string(),
  /** What is to be paid, in dollars, and what was included. */
  amount: dollars(),
  discount: z._default(dollars(), 0),
  /** What it is sold as; the SKU itself where nothing is said. */
  product: z.optional(z.string()),
  model: z.optional(z.string()),
  unit: z._default(z.string(), "units"),
  /** Of one unit, in dollars. */
  price: z._default(z.number().check(z.gt(0)), 1),
  user: z.optional(z.string()),
  repository: z.optional(z.string()),
  at: SeedTime,
});

/** What an organization has used and pays for: budgets are used up by it. */
export const billingUsage = section(z.array(Usage), (planting, organization: Account, list, path) => {
  for (const [index, { user, repository, at, product, model, ...usage }] of list.entries()) {
    recordUsage(planting.db, {
      ...{ ...usage, organization_id: organization.id, used_at: planting.at(at) },
      ...{ product: product ?? null, model: model ?? null },
      user_id: planting.userId(user, [...path, index, "user"]),
      repository_id:
        repository === undefined ? null : planting.repository(repository, [...path, index, "repository"]).id,
    });
  }
});
