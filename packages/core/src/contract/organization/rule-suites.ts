import * as z from "zod/mini";
import { EvaluatedRuleSuite, RuleSuite } from "../objects/rule-suite.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { permissionAccess } from "../permission-access.ts";

// Reading also requires write access (source: docs).
const access = permissionAccess("organization_administration", "write", [], { roles: ["organization-owner"] });

/**
 * Lists an organization's rule suites (evaluations of pushes against its rules), newest first.
 * @see https://docs.github.com/rest/orgs/rule-suites#list-organization-rule-suites
 */
export const listRuleSuites = operation("GET /orgs/{org}/rulesets/rule-suites", () => ({
  ...list(RuleSuite.schema(), {
    ref: z.optional(z.string()),
    repository_name: z.optional(z.string()),
    time_period: z._default(z.enum(["hour", "day", "week", "month"]), "day"),
    actor_name: z.optional(z.string()),
    rule_suite_result: z._default(z.enum(["pass", "fail", "bypass", "all"]), "all"),
    evaluate_status: z._default(z.enum(["all", "active", "evaluate"]), "all"),
  }),
  otherStatuses: [404, 500],
  access,
}));

/**
 * Gets a rule suite with the result of each rule.
 * @see https://docs.github.com/rest/orgs/rule-suites#get-an-organization-rule-suite
 */
export const getRuleSuite = operation("GET /orgs/{org}/rulesets/rule-suites/{rule_suite_id}", () => ({
  path: z.object({ rule_suite_id: z.int() }),
  success: { 200: EvaluatedRuleSuite.schema() },
  otherStatuses: [404, 500],
  access,
  retry: "safe",
}));
