import * as z from "zod/mini";
import { allow } from "../allow.ts";
import { EvaluatedRuleSuite, RuleSuite } from "../objects/rule-suite.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";

// Even reading takes write (document 1, rule 6).
const access = allow("organization_administration", "write", [], { roles: ["organization-owner"] });

/** Pushes held against the rules, the latest first (document 2, Rule suites; values: public description). */
export const listRuleSuites = /* @__PURE__ */ operation("GET /orgs/{org}/rulesets/rule-suites", () => ({
  ...list(RuleSuite(), {
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

/** One push with what each rule said of it (document 2, Rule suites). */
export const getRuleSuite = /* @__PURE__ */ operation("GET /orgs/{org}/rulesets/rule-suites/{rule_suite_id}", () => ({
  path: z.object({ rule_suite_id: z.int() }),
  success: { 200: EvaluatedRuleSuite() },
  otherStatuses: [404, 500],
  access,
  retry: "safe",
}));
