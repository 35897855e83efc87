import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { BudgetScope, BudgetType, createBudget } from "../../state/budgets.ts";
import { listSection } from "../define-section.ts";
import { names } from "../fields.ts";
import { each, SeedError } from "../seed-error.ts";

const Budget = z.strictObject({
  type: z._default(BudgetType, "ProductPricing"),
  sku: z.string(),
  scope: z._default(BudgetScope, "organization"),
  /** Full name of a repository, login of a user, or name of another entity, depending on the scope. */
  entity: z.optional(z.string()),
  amount: z.int(),
  prevent_further_usage: z._default(z.boolean(), false),
  alert: names(),
});

/** Inserts an organization's budgets, oldest first. */
export const budgets = listSection(Budget, (context, organization: Account, budget) => {
  const { scope, entity = "" } = budget;
  const isOf = (kind: BudgetScope) => {
    if (scope === kind && entity === "") throw new SeedError([], `must have "entity": its scope is ${scope}`);
    return scope === kind;
  };
  createBudget(context.db, organization.id, {
    type: budget.type,
    sku: budget.sku,
    scope,
    amount: budget.amount,
    prevents: budget.prevent_further_usage,
    entity_name: scope === "user" ? "" : entity,
    repository_id: isOf("repository") ? context.repository(entity, "entity").id : null,
    user_id: isOf("user") ? context.user(entity, "entity").id : null,
    alerts: budget.alert.length > 0,
    recipients: each(["alert"], budget.alert, (login) => context.user(login).login),
  });
});
