import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { BudgetScope, BudgetType, createBudget } from "../../state/budgets.ts";
import { names } from "../fields.ts";
import { SeedProblem } from "../problem.ts";
import { section } from "../section.ts";

const Budget = z.strictObject({
  type: z._default(BudgetType, "ProductPricing"),
  sku: z.string(),
  scope: z._default(BudgetScope, "organization"),
  /** The full name of a repository, a user, or the name of whatever else the scope speaks of. */
  entity: z.optional(z.string()),
  amount: z.int(),
  prevent_further_usage: z._default(z.boolean(), false),
  alert: names(),
});

/** An organization's budgets, the oldest first. */
export const budgets = section(z.array(Budget), (planting, organization: Account, list, path) => {
  for (const [index, budget] of list.entries()) {
    const at = [...path, index];
    const { scope, entity = "" } = budget;
    const needed = () => {
      if (entity === "") throw new SeedProblem(at, `a budget of the scope ${scope} needs "entity"`);
      return [...at, "entity"];
    };
    createBudget(planting.db, organization.id, {
      ...{ type: budget.type, sku: budget.sku, scope, amount: budget.amount, prevents: budget.prevent_further_usage },
      entity_name: scope === "user" ? "" : entity,
      repository_id: scope === "repository" ? planting.repository(entity, needed()).id : null,
      user_id: scope === "user" ? planting.user(entity, needed()).id : null,
      alerts: budget.alert.length > 0,
      recipients: budget.alert.map((login, position) => planting.user(login, [...at, "alert", position]).login),
    });
  }
});
