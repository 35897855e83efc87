import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import * as state from "../../state/billing-usage.ts";
import { listSection } from "../define-section.ts";
import { SeedTime } from "../time.ts";

const dollars = () => z.number().check(z.gte(0));

const Usage = z.strictObject({
  sku: z.string(),
  /** Net amount and discount, in dollars. */
  amount: dollars(),
  discount: z._default(dollars(), 0),
  /** Product and model; the product defaults to the SKU. */
  product: z.optional(z.string()),
  model: z.optional(z.string()),
  unit: z._default(z.string(), "units"),
  /** Price per unit, in dollars. */
  price: z._default(z.number().check(z.gt(0)), 1),
  user: z.optional(z.string()),
  repository: z.optional(z.string()),
  at: SeedTime,
});

/** Inserts an organization's billed usage, which consumes its budgets. */
export const billingUsage = listSection(
  Usage,
  (context, { id }: Account, { user, repository, at, product, model, ...usage }) =>
    state.billingUsage.insert(context.db, {
      ...usage,
      organization_id: id,
      used_at: context.toTimestamp(at),
      product,
      model,
      user_id: context.userId(user, "user"),
      repository_id: repository === undefined ? null : context.repository(repository, "repository").id,
    }),
);
