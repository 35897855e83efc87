import { describe, expect, test } from "vitest";
import { definitionOf, messageOf } from "./defined.ts";
import { getUsersUsageReport } from "./enterprise/usage-metrics.ts";
import type { AnyOperation } from "./operation-types.ts";
import { createBudget, updateBudget } from "./organization/budgets.ts";
import { createRuleset, updateRuleset } from "./organization/rulesets.ts";
import { putOrganizationUpdaterSecret } from "./organization/updater-secrets.ts";
import { createRepositoryVariable, updateRepositoryVariable } from "./repository/variables.ts";
import { listRepositories } from "./user/repositories.ts";

const context = { now: new Date("2026-11-21T12:00:00Z"), reservedNamePrefix: "GITHUB_" };

/** What the rules of an operation have against an input. */
function complaints(operation: AnyOperation, input: Readonly<Record<string, unknown>>, now = context.now): string[] {
  const at = { ...context, now };
  const broken = (definitionOf(operation).rules ?? []).filter((rule) => !rule.holds(input, at));
  return broken.map((rule) => messageOf(rule, at));
}

describe("rules", () => {
  test("selected repositories go with visibility selected alone", () => {
    const wrong = { visibility: "all", selected_repository_ids: [1] };
    expect(complaints(putOrganizationUpdaterSecret, wrong)).toEqual([
      'selected_repository_ids is allowed only when visibility is "selected"',
    ]);
    expect(complaints(putOrganizationUpdaterSecret, { ...wrong, visibility: "selected" })).toEqual([]);
  });

  test("names keep off the vendor's own prefix, in any case of letters", () => {
    expect(complaints(createRepositoryVariable, { name: "github_x" })).toEqual([
      "a name may not begin with the prefix that the service keeps for itself (GITHUB_)",
    ]);
    expect(complaints(updateRepositoryVariable, { name: "X", new_name: "GITHUB_X" })).toHaveLength(1);
    expect(complaints(updateRepositoryVariable, { name: "X", value: "1" })).toEqual([]);
  });

  test("budgets of users are for two products and stop what goes beyond", () => {
    const budget = { budget_scope: "user", user: "bob", budget_product_sku: "ai_credits", prevent_further_usage: true };
    expect(complaints(createBudget, budget)).toEqual([]);
    expect(complaints(createBudget, { budget_scope: "user" })).toHaveLength(3);
    expect(complaints(createBudget, { ...budget, budget_alerting: {} })).toHaveLength(1);
    expect(complaints(createBudget, { ...budget, budget_product_sku: "actions" })).toHaveLength(1);
    expect(complaints(createBudget, { ...budget, prevent_further_usage: false })).toHaveLength(1);
    expect(complaints(createBudget, { budget_scope: "organization" })).toEqual([]);
    // A change may leave out what is there already, but not undo it.
    expect(complaints(updateBudget, { budget_scope: "multi_user_customer" })).toEqual([]);
    expect(complaints(updateBudget, { budget_scope: "user", prevent_further_usage: false })).toHaveLength(1);
  });

  test("reports go back a year, and not before the first", () => {
    const day = (day: string, now?: string) =>
      complaints(getUsersUsageReport, { day }, now ? new Date(now) : undefined);
    expect(day("2026-11-20")).toEqual([]);
    expect(day("2025-11-20")).toEqual([
      "reports begin with the day 2025-10-10, go back a year, and end today (2025-11-21 to 2026-11-21)",
    ]);
    expect(day("2026-11-22")).toHaveLength(1);
    expect(day("2025-10-09", "2025-12-01T00:00:00Z")).toEqual([
      "reports begin with the day 2025-10-10, go back a year, and end today (2025-10-10 to 2025-12-01)",
    ]);
  });

  test("a ruleset's conditions say which repositories in one way, and which refs where it is about some", () => {
    const ruleset = { name: "whole", enforcement: "active" };
    const [ref_name, repository_name, repository_id] = [{ include: ["~ALL"] }, { include: ["~ALL"] }, {}];
    const broken = (input: object) => complaints(createRuleset, { ...ruleset, ...input }).length;
    expect(broken({})).toBe(0);
    expect(broken({ conditions: { ref_name, repository_name } })).toBe(0);
    expect(broken({ conditions: { ref_name } })).toBe(1);
    expect(broken({ conditions: { ref_name, repository_name, repository_id } })).toBe(1);
    expect(broken({ conditions: { repository_name } })).toBe(1);
    expect(broken({ target: "push", conditions: { repository_name } })).toBe(0);
    expect(broken({ target: "repository", conditions: { repository_id } })).toBe(0);
    expect(broken({ target: "repository", conditions: { ref_name, repository_id } })).toBe(1);
    // A change may leave out what the ruleset is about.
    expect(complaints(updateRuleset, { conditions: { repository_name } })).toEqual([]);
  });

  test("what a ruleset is about says how it can be enforced and bypassed", () => {
    const bypass_actors = [{ actor_type: "OrganizationAdmin", bypass_mode: "pull_request" }];
    expect(complaints(createRuleset, { bypass_actors })).toEqual([]);
    expect(complaints(createRuleset, { target: "tag", bypass_actors })).toHaveLength(1);
    expect(complaints(createRuleset, { target: "push", enforcement: "evaluate" })).toEqual([]);
    expect(complaints(createRuleset, { target: "repository", enforcement: "evaluate" })).toHaveLength(1);
  });

  test("a type of repository excludes the other two filters", () => {
    expect(complaints(listRepositories, { type: "owner" })).toEqual([]);
    expect(complaints(listRepositories, { type: "owner", visibility: "all" })).toHaveLength(1);
  });
});
