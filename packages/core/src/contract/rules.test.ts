import { describe, expect, test } from "vitest";
import { ruleMessage } from "./definition.ts";
import { definitionOf } from "./definition-of.ts";
import { getUsersUsageReport } from "./enterprise/usage-metrics.ts";
import type { AnyOperation } from "./operation-types.ts";
import { createBudget, updateBudget } from "./organization/budgets.ts";
import { createRuleset, updateRuleset } from "./organization/rulesets.ts";
import { putOrganizationUpdaterSecret } from "./organization/updater-secrets.ts";
import { createRepositoryVariable, updateRepositoryVariable } from "./repository/variables.ts";
import { listRepositories } from "./user/repositories.ts";

const context = { now: new Date("2026-11-21T12:00:00Z"), reservedNamePrefix: "GITHUB_" };

/** Returns the messages of the rules that an input violates. */
function violations(operation: AnyOperation, input: Readonly<Record<string, unknown>>, now = context.now): string[] {
  const ruleContext = { ...context, now };
  const violated = (definitionOf(operation).rules ?? []).filter((rule) => !rule.isMet(input, ruleContext, rule));
  return violated.map((rule) => ruleMessage(rule, ruleContext));
}

describe("rules", () => {
  test("allow selected repositories only with visibility `selected`", () => {
    const violatingInput = { visibility: "all", selected_repository_ids: [1] };
    expect(violations(putOrganizationUpdaterSecret, violatingInput)).toEqual([
      'selected_repository_ids is allowed only when visibility is "selected"',
    ]);
    expect(violations(putOrganizationUpdaterSecret, { ...violatingInput, visibility: "selected" })).toEqual([]);
  });

  test("reject names with the reserved prefix, case-insensitively", () => {
    expect(violations(createRepositoryVariable, { name: "github_x" })).toEqual([
      "the name must not start with the prefix that the service reserves (GITHUB_)",
    ]);
    expect(violations(updateRepositoryVariable, { name: "X", new_name: "GITHUB_X" })).toHaveLength(1);
    expect(violations(updateRepositoryVariable, { name: "X", value: "1" })).toEqual([]);
  });

  test("require budgets of users to cover an allowed product and to stop further usage", () => {
    const budget = { budget_scope: "user", user: "bob", budget_product_sku: "ai_credits", prevent_further_usage: true };
    expect(violations(createBudget, budget)).toEqual([]);
    expect(violations(createBudget, { budget_scope: "user" })).toHaveLength(3);
    const off = { will_alert: false, alert_recipients: [] };
    expect(violations(createBudget, { ...budget, budget_alerting: off })).toEqual([]);
    for (const alerting of [{ will_alert: true }, { alert_recipients: ["bob"] }])
      expect(violations(createBudget, { ...budget, budget_alerting: alerting })).toHaveLength(1);
    expect(violations(createBudget, { ...budget, budget_product_sku: "actions" })).toHaveLength(1);
    expect(violations(createBudget, { ...budget, prevent_further_usage: false })).toHaveLength(1);
    expect(violations(createBudget, { budget_scope: "organization" })).toEqual([]);
    // An update can omit fields that were set before, but must not change them to a forbidden value.
    expect(violations(updateBudget, { budget_scope: "multi_user_customer" })).toEqual([]);
    expect(violations(updateBudget, { budget_scope: "user", prevent_further_usage: false })).toHaveLength(1);
  });

  test("limit reports to the last year and to days since the first report", () => {
    const reportOf = (day: string, now?: string) =>
      violations(getUsersUsageReport, { day }, now ? new Date(now) : undefined);
    expect(reportOf("2026-11-20")).toEqual([]);
    expect(reportOf("2025-11-20")).toEqual([
      "day must be on or after 2025-10-10 and within the last year (2025-11-21 to 2026-11-21)",
    ]);
    expect(reportOf("2026-11-22")).toHaveLength(1);
    expect(reportOf("2025-10-09", "2025-12-01T00:00:00Z")).toEqual([
      "day must be on or after 2025-10-10 and within the last year (2025-10-10 to 2025-12-01)",
    ]);
  });

  test("require a ruleset's conditions to select repositories in one way, and refs only for ref targets", () => {
    const ruleset = { name: "main", enforcement: "active" };
    const [ref_name, repository_name, repository_id] = [{ include: ["~ALL"] }, { include: ["~ALL"] }, {}];
    const violationCount = (input: object) => violations(createRuleset, { ...ruleset, ...input }).length;
    expect(violationCount({})).toBe(0);
    expect(violationCount({ conditions: { ref_name, repository_name } })).toBe(0);
    expect(violationCount({ conditions: { ref_name } })).toBe(1);
    expect(violationCount({ conditions: { ref_name, repository_name, repository_id } })).toBe(1);
    expect(violationCount({ conditions: { repository_name } })).toBe(1);
    expect(violationCount({ target: "push", conditions: { repository_name } })).toBe(0);
    expect(violationCount({ target: "repository", conditions: { repository_id } })).toBe(0);
    expect(violationCount({ target: "repository", conditions: { ref_name, repository_id } })).toBe(1);
    // An update can omit the target.
    expect(violations(updateRuleset, { conditions: { repository_name } })).toEqual([]);
  });

  test("restrict enforcement and bypass modes by the ruleset's target", () => {
    const bypass_actors = [{ actor_type: "OrganizationAdmin", bypass_mode: "pull_request" }];
    expect(violations(createRuleset, { bypass_actors })).toEqual([]);
    expect(violations(createRuleset, { target: "tag", bypass_actors })).toHaveLength(1);
    expect(violations(createRuleset, { target: "push", enforcement: "evaluate" })).toEqual([]);
    expect(violations(createRuleset, { target: "repository", enforcement: "evaluate" })).toHaveLength(1);
  });

  test("reject `type` together with `visibility` or `affiliation`", () => {
    expect(violations(listRepositories, { type: "owner" })).toEqual([]);
    expect(violations(listRepositories, { type: "owner", visibility: "all" })).toHaveLength(1);
  });
});
