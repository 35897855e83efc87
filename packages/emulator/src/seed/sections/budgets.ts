import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { BudgetScope, BudgetType, createBudget } from "../../state/budgets.ts";
import { defineSection } from "../define-section.ts";
import { names } from "../fields.ts";
import { SeedError } from "../seed-error.ts";

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
export const budgets = defineSection(z.array(Budget), (context, organization: Account, list, path) => {
  for (const [index, budget] of list.entries()) {
    const budgetPath = [...path, index];
    const { scope, entity = "" } = budget;
    const requiredEntityPath = () => {
      if (entity === "") throw new SeedError(budgetPath, `must have "entity": its scope is ${scope}`);
      return [...budgetPath, "entity"];
    };
    createBudget(context.db, organization.id, {
      type: budget.type,
      sku: budget.sku,
      scope,
      amount: budget.amount,
      prevents: budget.prevent_further_usage,
      entity_name: scope === "user" ? "" : entity,
      repository_id: scope === "repository" ? context.repository(entity, requiredEntityPath()).id : null,
      user_id: scope === "user" ? context.user(entity, requiredEntityPath()).id : null,
      alerts: budget.alert.length > 0,
      recipients: budget.alert.map((login, position) => context.user(login, [...budgetPath, "alert", position]).login),
    });
  }
});
