import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, open } from "../schema.ts";

const evaluation = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    rule_source: z.optional(
      z.looseObject({
        type: z.optional(z.string()),
        id: z.optional(z.nullable(z.int())),
        name: z.optional(z.nullable(z.string())),
      }),
    ),
    enforcement: z.optional(open("active", "evaluate", "deleted ruleset")),
    result: z.optional(open("pass", "fail")),
    rule_type: z.optional(z.string()),
    details: z.optional(z.nullable(z.string())),
  }),
);

/** One push held against the rules (document 2, Rule suite). */
export interface RuleSuite extends OutputOf<typeof ruleSuiteSchema> {}
const ruleSuiteObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    ...alike(z.optional(z.int()), "id", "repository_id"),
    actor_id: z.optional(z.nullable(z.int())),
    actor_name: z.optional(z.nullable(z.string())),
    ...alike(z.optional(z.string()), "before_sha", "after_sha", "ref", "repository_name", "pushed_at"),
    result: z.optional(open("pass", "fail", "bypass")),
    evaluation_result: z.optional(z.nullable(open("pass", "fail", "bypass"))),
  }),
);
const ruleSuiteSchema = /* @__PURE__ */ named(ruleSuiteObject);
export const RuleSuite: Named<RuleSuite> = ruleSuiteSchema;

/** The same with what each rule said. */
export interface EvaluatedRuleSuite extends OutputOf<typeof evaluatedRuleSuiteSchema> {}
const evaluatedRuleSuiteSchema = /* @__PURE__ */ named(() =>
  z.extend(ruleSuiteObject(), { rule_evaluations: z.optional(z.array(evaluation())) }),
);
export const EvaluatedRuleSuite: Named<EvaluatedRuleSuite> = evaluatedRuleSuiteSchema;
