import { definitionOf } from "@forgehand/core/contract";
import { createBudget, deleteBudget, getBudget, listBudgets, updateBudget } from "@forgehand/core/operations";
import type { EmulatorContext } from "../../emulator-context.ts";
import { type OrganizationCall, organizationHandler } from "../../http/handler.ts";
import { checkRules } from "../../http/input.ts";
import { invalid, notFound, requireFound } from "../../http-error.ts";
import { renderBudget, renderListedBudget } from "../../objects/budget.ts";
import { type Account, accounts, getAccount, memberRole } from "../../state/accounts.ts";
import * as state from "../../state/budgets.ts";
import { enterprises } from "../../state/enterprises.ts";
import { findRepository } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";

export const budgets = [
  organizationHandler(listBudgets, (input, call) => {
    const { context, organization, page, links } = call;
    const user = input.user === undefined ? undefined : findOrganizationMember(context, organization, input.user);
    if (input.user !== undefined && !user) throw notFound();
    const { rows, total } = state.budgets.page(
      context.db,
      { organization_id: organization.id, scope: input.scope },
      "position",
      page,
    );
    const consumed = (budget: state.Budget) =>
      state.consumedAmount(context.db, organization, budget, currentMonth(context), user?.id);
    const effective = user && state.effectiveBudget(context.db, organization.id, user.id);
    links.setTotal(total);
    return {
      budgets: rows.map((budget) => renderListedBudget(context, budget, consumed(budget))),
      ...(user ? { user: user.login } : {}),
      ...(effective
        ? {
            effective_budget: {
              id: effective.id,
              budget_amount: effective.amount,
              consumed_amount: consumed(effective),
            },
          }
        : {}),
      has_next_page: page.offset + rows.length < total,
      total_count: total,
    };
  }),

  organizationHandler(createBudget, (input, { context, organization }) => {
    const attributes = resolveAttributes(context, organization, input);
    const budget = state.createBudget(context.db, organization.id, attributes);
    return { message: "Budget successfully created.", budget: renderBudget(context, budget) };
  }),

  organizationHandler(getBudget, ({ budget_id }, call) => renderBudget(call.context, findBudget(call, budget_id))),

  organizationHandler(updateBudget, (input, call) => {
    const { context, organization } = call;
    const before = findBudget(call, input.budget_id);
    const budgetInput = toBudgetInput(context, before);
    const alerting = { ...budgetInput.budget_alerting, ...input.budget_alerting };
    const mergedInput = { ...budgetInput, ...input, budget_alerting: alerting };
    const attributes = resolveAttributes(context, organization, mergedInput);
    const budget = state.updateBudget(context.db, before, attributes);
    return { message: "Budget successfully updated.", budget: renderBudget(context, budget) };
  }),

  organizationHandler(deleteBudget, ({ budget_id }, call) => {
    const budget = findBudget(call, budget_id);
    state.budgets.delete(call.context.db, { id: budget.id });
    return { message: "Budget successfully deleted.", id: budget.id };
  }),
];

/** @throws HttpError 404 */
function findBudget({ context, organization }: OrganizationCall, id: string): state.Budget {
  return requireFound(state.budgets.find(context.db, { organization_id: organization.id, id }));
}

/** Returns the current calendar month up to now. Consumption is counted per calendar month. */
function currentMonth({ now }: EmulatorContext): { from: string; to: string } {
  const time = now();
  const monthStart = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth()));
  return { from: timestamp(monthStart), to: timestamp(time) };
}

/** The fields of a budget in a request; updates can omit any of them. */
interface BudgetInput {
  readonly budget_amount?: number | undefined;
  readonly prevent_further_usage?: boolean | undefined;
  readonly budget_alerting?: { will_alert?: boolean | undefined; alert_recipients?: string[] | undefined } | undefined;
  readonly budget_type?: state.Budget["type"] | undefined;
  readonly budget_product_sku?: string | undefined;
  readonly budget_scope?: state.BudgetScope | undefined;
  readonly budget_entity_name?: string | undefined;
  readonly user?: string | undefined;
}

/** Returns the input that would create the budget. */
function toBudgetInput({ db }: EmulatorContext, budget: state.Budget): BudgetInput {
  return {
    budget_amount: budget.amount,
    prevent_further_usage: budget.prevents,
    budget_alerting: { will_alert: budget.alerts, alert_recipients: budget.recipients },
    budget_type: budget.type,
    budget_product_sku: budget.sku,
    budget_scope: budget.scope,
    budget_entity_name: budget.entity_name,
    user: budget.user_id === null ? undefined : getAccount(db, budget.user_id).login,
  };
}

/**
 * Resolves a complete input to the budget's attributes.
 * @throws HttpError 422
 */
function resolveAttributes(
  context: EmulatorContext,
  organization: Account,
  budgetInput: BudgetInput,
): state.BudgetAttributes {
  const scope = budgetInput.budget_scope ?? "organization";
  const { budget_product_sku: sku, budget_amount: amount } = budgetInput;
  if (sku === undefined) throw invalid("budget_product_sku", "budget_product_sku is required", "missing_field");
  if (amount === undefined) throw invalid("budget_amount", "budget_amount is required", "missing_field");
  if (amount < 0) throw invalid("budget_amount", "budget_amount must not be negative");
  checkBudgetRules(context, { ...budgetInput, budget_scope: scope });
  const user = scope === "user" ? findOrganizationMember(context, organization, budgetInput.user ?? "") : undefined;
  if (scope === "user" && !user)
    throw invalid("user", `user must be a member of the organization, got ${budgetInput.user}`);
  const recipients = (budgetInput.budget_alerting?.alert_recipients ?? []).map((login) => {
    const recipient = accounts.find(context.db, { login });
    if (recipient?.type !== "User")
      throw invalid("budget_alerting.alert_recipients", `alert_recipients must contain existing users, got ${login}`);
    return recipient.login;
  });
  return {
    type: budgetInput.budget_type ?? "ProductPricing",
    sku,
    scope,
    amount,
    ...resolveEntity(context, organization, scope, budgetInput.budget_entity_name ?? "", user),
    user_id: user?.id ?? null,
    prevents: budgetInput.prevent_further_usage ?? false,
    alerts: budgetInput.budget_alerting?.will_alert ?? false,
    recipients,
  };
}

/**
 * Checks the rules for new budgets, which a changed budget must also meet as a whole.
 * @throws HttpError 422
 */
function checkBudgetRules({ now, dialect }: EmulatorContext, budgetInput: BudgetInput): void {
  const ruleContext = { now: now(), reservedNamePrefix: dialect.reservedNamePrefix };
  checkRules(definitionOf(createBudget).rules ?? [], { ...budgetInput }, ruleContext);
}

function findOrganizationMember({ db }: EmulatorContext, organization: Account, login: string): Account | undefined {
  const account = accounts.find(db, { login });
  return account && memberRole(db, organization.id, account.id) ? account : undefined;
}

/**
 * Resolves the entity that a budget applies to.
 * @throws HttpError 422 if it doesn't exist
 */
function resolveEntity(
  context: EmulatorContext,
  organization: Account,
  scope: state.BudgetScope,
  name: string,
  user: Account | undefined,
): Pick<state.Budget, "entity_name" | "repository_id"> {
  const namedEntity = { entity_name: name, repository_id: null };
  const matchesName = (...names: readonly (string | undefined)[]) =>
    name === "" || names.some((candidate) => candidate?.toLowerCase() === name.toLowerCase());
  const invalidEntity = (message: string) => invalid("budget_entity_name", message);
  switch (scope) {
    case "repository": {
      const [owner = "", repo] = name.includes("/") ? name.split("/") : [organization.login, name];
      const repository = findRepository(context.db, owner, repo ?? "");
      if (repository?.owner_id !== organization.id)
        throw invalidEntity(`budget_entity_name must be a repository of the organization, got ${name}`);
      return { entity_name: name, repository_id: repository.id };
    }
    case "enterprise": {
      const enterprise =
        organization.enterprise_id === null
          ? undefined
          : enterprises.find(context.db, { id: organization.enterprise_id });
      if (!enterprise)
        throw invalidEntity("budget_scope must not be enterprise for an organization without an enterprise");
      if (!matchesName(enterprise.slug, enterprise.name))
        throw invalidEntity(`budget_entity_name must be the organization's enterprise, got ${name}`);
      return namedEntity;
    }
    case "cost_center":
    case "multi_user_cost_center":
      // Cost centers belong to GitHub's billing. The emulator only stores their names.
      if (name === "") throw invalidEntity("budget_entity_name must be the name of a cost center");
      return namedEntity;
    default:
      if (!matchesName(user?.login ?? organization.login))
        throw invalidEntity(`budget_entity_name must be the login of the organization or user, got ${name}`);
      return namedEntity;
  }
}
