import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { Repository } from "../../state/repositories.ts";
import { RuleEvaluation, recordRuleSuite } from "../../state/rule-suites.ts";
import { listSection } from "../define-section.ts";
import { sha } from "../fields.ts";
import { SeedError } from "../seed-error.ts";
import { SeedTime } from "../time.ts";

const RuleSource = z.union([
  z.strictObject({ ruleset: z.string(), id: z.int() }),
  z.strictObject({ protected_branch: z.string() }),
]);

const RuleSuite = z.strictObject({
  actor: z.optional(z.string()),
  ref: z.string().check(z.regex(/^refs\/(heads|tags)\//, "must be a full ref such as refs/heads/main")),
  before: z.optional(sha()),
  after: z.optional(sha()),
  pushed: SeedTime,
  /** True if the push was accepted although a rule failed. */
  bypassed: z._default(z.boolean(), false),
  evaluations: z._default(
    z.array(
      z.strictObject({
        rule: z.string(),
        source: RuleSource,
        enforcement: z._default(RuleEvaluation.shape.enforcement, "active"),
        result: RuleEvaluation.shape.result,
        details: z.optional(z.string()),
      }),
    ),
    [],
  ),
});

/** Inserts a repository's rule suites: pushes with the results of their rules. */
export const ruleSuites = listSection(RuleSuite, (context, { id }: Repository, suite, index) => {
  const { actor, ref, before, after, pushed, bypassed } = suite;
  const evaluations = suite.evaluations.map(({ rule, source, enforcement, result, details }) => ({
    rule_type: rule,
    enforcement,
    result,
    details: details ?? null,
    rule_source:
      "ruleset" in source
        ? { type: "ruleset" as const, id: source.id, name: source.ruleset }
        : { type: "protected_branch" as const, id: null, name: source.protected_branch },
  }));
  const isBroken = evaluations.some(({ enforcement, result }) => enforcement === "active" && result === "fail");
  if (bypassed && !isBroken) throw new SeedError(["bypassed"], "must be false: no active rule failed");
  const push = {
    repository_id: id,
    ref,
    pushed_at: context.toTimestamp(pushed),
    actor_id: actor === undefined ? null : context.actor(actor, "actor").id,
    // Omitted commit ids are derived, so that they differ from each other.
    before_sha: before ?? fakeSha(`${id} ${index} before`),
    after_sha: after ?? fakeSha(`${id} ${index} after`),
  };
  recordRuleSuite(context.db, push, evaluations, bypassed);
});

function fakeSha(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}
