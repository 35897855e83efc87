import { getAccount } from "../state/accounts.ts";
import type { Budget } from "../state/budgets.ts";
import type { World } from "../world.ts";

/** A budget by itself (document 2, Budget). */
export function renderBudget({ db }: World, budget: Budget) {
  return {
    id: budget.id,
    budget_type: budget.type,
    budget_product_sku: budget.sku,
    budget_scope: budget.scope,
    budget_entity_name: budget.entity_name,
    ...(budget.user_id === null ? {} : { user: getAccount(db, budget.user_id).login }),
    budget_amount: budget.amount,
    prevent_further_usage: budget.prevents,
    budget_alerting: { will_alert: budget.alerts, alert_recipients: budget.recipients },
  };
}

/** A budget as lists carry it: they name its product in both ways, and say what was used of it. */
export function renderListedBudget(world: World, budget: Budget, consumed: number) {
  return { ...renderBudget(world, budget), budget_product_skus: [budget.sku], consumed_amount: consumed };
}
