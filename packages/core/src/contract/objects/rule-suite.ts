import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";

const evaluation = lazy(() =>
  z.looseObject({
    rule_source: z.optional(
      z.looseObject({
        type: z.optional(z.string()),
        id: z.optional(z.nullable(z.int())),
        name: z.optional(z.nullable(z.string())),
      }),
    ),
    enforcement: z.optional(extensibleEnum("active", "evaluate", "deleted ruleset")),
    result: z.optional(extensibleEnum("pass", "fail")),
    rule_type: z.optional(z.string()),
    details: z.optional(z.nullable(z.string())),
  }),
);

const ruleSuiteFields = lazy(() => ({
  ...fieldsWith(z.optional(z.int()), "id", "repository_id"),
  actor_id: z.optional(z.nullable(z.int())),
  actor_name: z.optional(z.nullable(z.string())),
  ...fieldsWith(z.optional(z.string()), "before_sha", "after_sha", "ref", "repository_name", "pushed_at"),
  result: z.optional(extensibleEnum("pass", "fail", "bypass")),
  evaluation_result: z.optional(z.nullable(extensibleEnum("pass", "fail", "bypass"))),
}));

/** Evaluation of one push against the rules. */
export class RuleSuite extends namedObject(ruleSuiteFields) {}

/** A rule suite with the result of each rule. */
export class EvaluatedRuleSuite extends namedObject(() => ({
  ...ruleSuiteFields(),
  rule_evaluations: z.optional(z.array(evaluation())),
})) {}
