import { definitionOf } from "@forgehand/core/contract";
import { createBudget, deleteBudget, getBudget, listBudgets, updateBudget } from "@forgehand/core/operations";
import { type OrganizationCall, onOrganization } from "../../http/call.ts";
import { checkRules } from "../../http/input.ts";
import { invalid, notFound } from "../../http/refusal.ts";
import { renderBudget, renderListedBudget } from "../../objects/budget.ts";
import { type Account, findAccount, getAccount, memberRole } from "../../state/accounts.ts";
import * as state from "../../state/budgets.ts";
import { getEnterprise } from "../../state/enterprises.ts";
import { findRepository } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";

export const budgets = [
  onOrganization(listBudgets, (input, call) => {
    const { world, organization, window, links } = call;
    const user = input.user === undefined ? undefined : member(world, organization, input.user);
    if (input.user !== undefined && !user) throw notFound();
    const { rows, total } = state.budgetsOf(world.db, organization.id, input.scope, window);
    const consumed = (budget: state.Budget) =>
      state.consumedOf(world.db, organization, budget, monthOf(world), user?.id);
    const effective = user && state.effectiveBudget(world.db, organization.id, user.id);
    links.total(total);
    return {
      budgets: rows.map((budget) => renderListedBudget(world, budget, consumed(budget))),
      ...(user ? { user: user.login } : {}),
      ...(effective
        ? {
            effective_budget: {
              ...{ id: effective.id, budget_amount: effective.amount },
              consumed_amount: consumed(effective),
            },
          }
        : {}),
      has_next_page: window.offset + rows.length < total,
      total_count: total,
    };
  }),

  onOrganization(createBudget, (input, { world, organization }) => {
    const terms = termsOf(world, organization, input);
    const budget = state.createBudget(world.db, organization.id, terms);
    return { message: "Budget successfully created.", budget: renderBudget(world, budget) };
  }),

  onOrganization(getBudget, ({ budget_id }, call) => renderBudget(call.world, findBudget(call, budget_id))),

  onOrganization(updateBudget, (input, call) => {
    const { world, organization } = call;
    const before = findBudget(call, input.budget_id);
    const told = toldOf(world, before);
    const alerting = input.budget_alerting && { ...told.budget_alerting, ...input.budget_alerting };
    const whole = { ...told, ...input, budget_alerting: alerting ?? told.budget_alerting };
    const terms = termsOf(world, organization, whole);
    const budget = state.updateBudget(world.db, before, terms);
    return { message: "Budget successfully updated.", budget: renderBudget(world, budget) };
  }),

  onOrganization(deleteBudget, ({ budget_id }, call) => {
    const budget = findBudget(call, budget_id);
    state.deleteBudget(call.world.db, budget);
    return { message: "Budget successfully deleted.", id: budget.id };
  }),
];

/** @throws Refusal 404 */
function findBudget({ world, organization }: OrganizationCall, id: string): state.Budget {
  const budget = state.findBudget(world.db, organization.id, id);
  if (!budget) throw notFound();
  return budget;
}

/** Budgets are used up in a calendar month, and whole again in the next one. */
function monthOf({ now }: World): { from: string; to: string } {
  const time = now();
  const first = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth()));
  return { from: timestamp(first), to: timestamp(time) };
}

/** A budget as callers tell it, whole or in parts. */
interface ToldBudget {
  readonly budget_amount?: number | undefined;
  readonly prevent_further_usage?: boolean | undefined;
  readonly budget_alerting?: { will_alert?: boolean | undefined; alert_recipients?: string[] | undefined } | undefined;
  readonly budget_type?: state.Budget["type"] | undefined;
  readonly budget_product_sku?: string | undefined;
  readonly budget_scope?: state.BudgetScope | undefined;
  readonly budget_entity_name?: string | undefined;
  readonly user?: string | undefined;
}

/** A budget as a caller would tell it anew. */
function toldOf({ db }: World, budget: state.Budget): ToldBudget {
  const alerting = { will_alert: budget.alerts, alert_recipients: budget.recipients };
  return {
    budget_amount: budget.amount,
    prevent_further_usage: budget.prevents,
    // Whoever alerts nobody says nothing of it: a budget of one user may not.
    budget_alerting: budget.alerts || budget.recipients.length > 0 ? alerting : undefined,
    budget_type: budget.type,
    budget_product_sku: budget.sku,
    budget_scope: budget.scope,
    budget_entity_name: budget.entity_name,
    user: budget.user_id === null ? undefined : getAccount(db, budget.user_id).login,
  };
}

/** What a budget comes to that is told like this as a whole. @throws Refusal 422 */
function termsOf(world: World, organization: Account, told: ToldBudget): state.BudgetTerms {
  const scope = told.budget_scope ?? "organization";
  const { budget_product_sku: sku, budget_amount: amount } = told;
  if (sku === undefined) throw invalid("budget_product_sku", "a budget names its product", "missing_field");
  if (amount === undefined) throw invalid("budget_amount", "a budget names its amount", "missing_field");
  if (amount < 0) throw invalid("budget_amount", "a budget has no less than nothing");
  checkWhole(world, { ...told, budget_scope: scope });
  const user = scope === "user" ? member(world, organization, told.user ?? "") : undefined;
  if (scope === "user" && !user) throw invalid("user", `the organization has no member ${told.user}`);
  const recipients = (told.budget_alerting?.alert_recipients ?? []).map((login) => {
    const recipient = findAccount(world.db, login);
    if (recipient?.type !== "User") throw invalid("budget_alerting.alert_recipients", `there is no user ${login}`);
    return recipient.login;
  });
  return {
    ...{ type: told.budget_type ?? "ProductPricing", sku, scope, amount },
    ...entityOf(world, organization, scope, told.budget_entity_name ?? "", user),
    user_id: user?.id ?? null,
    prevents: told.prevent_further_usage ?? false,
    alerts: told.budget_alerting?.will_alert ?? false,
    recipients,
  };
}

/** What holds of a new budget holds of a changed one as a whole (document 2, Budgets). @throws Refusal 422 */
function checkWhole({ now, dialect }: World, told: ToldBudget): void {
  const context = { now: now(), reservedNamePrefix: dialect.reservedNamePrefix };
  checkRules(definitionOf(createBudget).rules ?? [], { ...told }, context);
}

function member({ db }: World, organization: Account, login: string): Account | undefined {
  const account = findAccount(db, login);
  return account && memberRole(db, organization.id, account.id) ? account : undefined;
}

/** Whom or what a budget's name stands for. @throws Refusal 422 where there is nobody of that name */
function entityOf(
  world: World,
  organization: Account,
  scope: state.BudgetScope,
  name: string,
  user: Account | undefined,
): Pick<state.Budget, "entity_name" | "repository_id"> {
  const nameless = { entity_name: name, repository_id: null };
  const isNamed = (...names: readonly (string | undefined)[]) =>
    name === "" || names.some((one) => one?.toLowerCase() === name.toLowerCase());
  const refuse = (message: string) => invalid("budget_entity_name", message);
  switch (scope) {
    case "repository": {
      const [owner = "", repo] = name.includes("/") ? name.split("/") : [organization.login, name];
      const repository = findRepository(world.db, owner, repo ?? "");
      if (repository?.owner_id !== organization.id) throw refuse(`the organization has no repository ${name}`);
      return { entity_name: name, repository_id: repository.id };
    }
    case "enterprise": {
      const enterprise =
        organization.enterprise_id === null ? undefined : getEnterprise(world.db, organization.enterprise_id);
      if (!enterprise) throw refuse("the organization belongs to no enterprise");
      if (!isNamed(enterprise.slug, enterprise.name)) throw refuse(`the organization's enterprise is not ${name}`);
      return nameless;
    }
    case "cost_center":
    case "multi_user_cost_center":
      // Cost centers are the billing's own; here they have nothing but names.
      if (name === "") throw refuse("a budget of a cost center names it");
      return nameless;
    default:
      if (!isNamed(user?.login ?? organization.login)) throw refuse(`${name} is not whose budget it is`);
      return nameless;
  }
}
