import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import type { Budget } from "../state/budgets.ts";

/** Renders a single budget. */
export function renderBudget({ db }: EmulatorContext, budget: Budget) {
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

/** Renders a budget in a list, where it also has its SKUs as an array and the consumed amount. */
export function renderListedBudget(context: EmulatorContext, budget: Budget, consumed: number) {
  return { ...renderBudget(context, budget), budget_product_skus: [budget.sku], consumed_amount: consumed };
}
