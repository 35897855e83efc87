import * as z from "zod/mini";
import { json, nullable, oneOf, type RowOf, reference, rowId, text } from "./columns.ts";
import { allOf, type Condition, where } from "./condition.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import { table } from "./table.ts";

/** The result of one rule for a push. */
export const RuleEvaluation = z.object({
  rule_source: z.object({
    type: z.enum(["ruleset", "protected_branch"]),
    id: z.nullable(z.int()),
    name: z.nullable(z.string()),
  }),
  /** `evaluate`: the rule is evaluated, but not enforced. */
  enforcement: z.enum(["active", "evaluate", "deleted ruleset"]),
  result: z.enum(["pass", "fail"]),
  rule_type: z.string(),
  details: z.nullable(z.string()),
});
export type RuleEvaluation = z.output<typeof RuleEvaluation>;

/** A push with the results of the rules that apply to it. */
export const ruleSuites = table(
  "rule_suites",
  {
    id: rowId(),
    repository_id: reference("repositories"),
    actor_id: nullable(reference("accounts", "SET NULL")),
    ref: text(),
    before_sha: text(),
    after_sha: text(),
    pushed_at: text(),
    /** The outcome of the push. */
    result: oneOf(["pass", "fail", "bypass"]),
    /** The outcome if rules in `evaluate` mode were enforced; null if there are none. */
    evaluation_result: nullable(oneOf(["pass", "fail"])),
    evaluations: json(z.array(RuleEvaluation)),
  },
  { indexes: { rule_suites_by_time: "repository_id, pushed_at" } },
);
export type RuleSuite = RowOf<typeof ruleSuites>;

type PushDetails = Pick<RuleSuite, "repository_id" | "actor_id" | "ref" | "before_sha" | "after_sha" | "pushed_at">;

/**
 * Records a push with the result of each rule.
 * @param isBypassed whether the push was accepted although it broke a rule
 */
export function recordRuleSuite(
  db: Database,
  push: PushDetails,
  evaluations: readonly RuleEvaluation[],
  isBypassed: boolean,
): number {
  const evaluateOnly = evaluations.filter(({ enforcement }) => enforcement === "evaluate");
  const isBroken = evaluations.some(({ enforcement, result }) => enforcement !== "evaluate" && result === "fail");
  const evaluationResult = evaluateOnly.some(({ result }) => result === "fail") ? "fail" : "pass";
  return ruleSuites.insert(db, {
    ...push,
    result: isBroken ? (isBypassed ? "bypass" : "fail") : "pass",
    evaluation_result: evaluateOnly.length > 0 ? evaluationResult : null,
    evaluations: [...evaluations],
  }).id;
}

/** Filters of a list of rule suites. Omitted filters don't apply. */
export interface RuleSuiteFilter {
  readonly from: string;
  readonly to: string;
  /** A full ref, or the name of a branch or tag. */
  readonly ref?: string | undefined;
  readonly repository?: string | undefined;
  readonly actor?: string | undefined;
  readonly result?: RuleSuite["result"] | undefined;
  /** Only rule suites with a rule of this enforcement. */
  readonly enforcement?: RuleEvaluation["enforcement"] | undefined;
}

/**
 * Returns the pushes to an owner's repositories that match a condition, newest first.
 * @param condition condition on the repositories, which are named `r` in its SQL
 */
export function ruleSuitesOf(
  db: Database,
  ownerId: number,
  condition: Condition,
  { from, to, ref, repository, actor, result, enforcement }: RuleSuiteFilter,
  pageRange: PageRange,
): RowPage<RuleSuite> {
  const { sql, values } = allOf([
    { sql: "r.owner_id = ? AND s.pushed_at BETWEEN ? AND ?", values: [ownerId, from, to] },
    condition,
    ref === undefined
      ? undefined
      : { sql: "s.ref IN (?, ?, ?)", values: [ref, `refs/heads/${ref}`, `refs/tags/${ref}`] },
    where("r.name = ?", repository),
    where("s.actor_id = (SELECT id FROM accounts WHERE login = ?)", actor),
    where("s.result = ?", result),
    where("EXISTS (SELECT 1 FROM json_each(s.evaluations) WHERE value ->> 'enforcement' = ?)", enforcement),
  ]);
  const query = `s.* FROM rule_suites s JOIN repositories r ON r.id = s.repository_id WHERE ${sql}
    ORDER BY s.pushed_at DESC, s.id DESC`;
  return queryPage(db, ruleSuites, query, values, pageRange);
}
