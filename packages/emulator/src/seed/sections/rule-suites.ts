import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { Repository } from "../../state/repositories.ts";
import { RuleEvaluation, recordRuleSuite } from "../../state/rule-suites.ts";
import { sha } from "../fields.ts";
import { SeedProblem } from "../problem.ts";
import { section } from "../section.ts";
import { SeedTime } from "../time.ts";

const Source = z.union([
  z.strictObject({ ruleset: z.string(), id: z.int() }),
  z.strictObject({ protected_branch: z.string() }),
]);

const RuleSuite = z.strictObject({
  actor: z.optional(z.string()),
  ref: z.string().check(z.regex(/^refs\/(heads|tags)\//, "no whole ref: refs/heads/main is one")),
  before: z.optional(sha()),
  after: z.optional(sha()),
  pushed: SeedTime,
  /** It went through although a rule was broken. */
  bypassed: z._default(z.boolean(), false),
  evaluations: z._default(
    z.array(
      z.strictObject({
        rule: z.string(),
        source: Source,
        enforcement: z._default(RuleEvaluation.shape.enforcement, "active"),
        result: RuleEvaluation.shape.result,
        details: z.optional(z.string()),
      }),
    ),
    [],
  ),
});

/** Pushes to a repository, with what its rules said of them. */
export const ruleSuites = section(z.array(RuleSuite), (planting, repository: Repository, suites, path) => {
  for (const [index, suite] of suites.entries()) {
    const { actor, ref, before, after, pushed, bypassed } = suite;
    const evaluations = suite.evaluations.map(({ rule, source, enforcement, result, details }) => ({
      ...{ rule_type: rule, enforcement, result, details: details ?? null },
      rule_source:
        "ruleset" in source
          ? { type: "ruleset" as const, id: source.id, name: source.ruleset }
          : { type: "protected_branch" as const, id: null, name: source.protected_branch },
    }));
    const isBroken = evaluations.some(({ enforcement, result }) => enforcement === "active" && result === "fail");
    if (bypassed && !isBroken) {
      throw new SeedProblem([...path, index, "bypassed"], "there is no broken rule that could be bypassed");
    }
    const push = {
      ...{ repository_id: repository.id, ref, pushed_at: planting.at(pushed) },
      actor_id: planting.userId(actor, [...path, index, "actor"]),
      // Commits that nobody names still differ from one another.
      before_sha: before ?? shaOf(`${repository.id} ${index} before`),
      after_sha: after ?? shaOf(`${repository.id} ${index} after`),
    };
    recordRuleSuite(planting.db, push, evaluations, bypassed);
  }
});

function shaOf(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}
