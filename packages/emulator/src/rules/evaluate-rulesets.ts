import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import type { Repository } from "../state/repositories.ts";
import { type RuleEvaluation, recordRuleSuite } from "../state/rule-suites.ts";
import { timestamp } from "../timestamp.ts";
import { applicableSources } from "./applicable-rulesets.ts";
import { type RefActor, refActorOf } from "./bypass-mode.ts";
import { evaluateRule } from "./evaluate-rule.ts";
import { createPushContext, type ProposedRefUpdate } from "./push-context.ts";

// All ref updates are checked here against the rulesets of the repository's owner, recorded with the result of each rule,
// and rejected if an active rule is violated.

/** The repository of an update, and the account that makes it. */
export interface RefUpdateContext {
  readonly context: EmulatorContext;
  readonly repository: Repository;
  readonly sender: Account;
}

/** The result of all rules for a push, of rulesets and branch protections. */
export interface RulesetResult {
  readonly repositoryId: number;
  readonly actorId: number | null;
  readonly update: ProposedRefUpdate;
  readonly evaluations: readonly RuleEvaluation[];
  /** Whether it is accepted although a rule is violated. */
  readonly isBypassed: boolean;
  /** The violations that reject it; empty if it is accepted. */
  readonly violations: readonly string[];
  /** Whether one of them is of a ruleset, not of a branch protection. */
  readonly hasRulesetViolation: boolean;
}

/** A push that the rules reject. It isn't applied, but it is recorded: see {@link recordViolationsOf}. */
export class RuleViolationError extends Error {
  override name = "RuleViolationError" as const;
  readonly result: RulesetResult;

  constructor(result: RulesetResult) {
    const { violations, hasRulesetViolation } = result;
    super(
      hasRulesetViolation ? `Repository rule violations found\n\n${violations.join("\n")}\n\n` : violations.join(" "),
    );
    this.result = result;
  }
}

/** An update whose sender is not known yet, so that no permission to bypass rules counts. */
interface UnsentUpdateContext extends Pick<RefUpdateContext, "repository"> {
  readonly context: Pick<EmulatorContext, "db">;
  readonly sender?: Account;
}

/** Evaluates all rules for a push; undefined if no rule was evaluated. */
export function evaluateRulesets(
  { context: { db }, repository, sender }: UnsentUpdateContext,
  update: ProposedRefUpdate,
): RulesetResult | undefined {
  const actor: RefActor = sender ? refActorOf(db, sender) : { userId: undefined, appId: undefined };
  const sources = applicableSources(db, repository, update, actor);
  if (sources.length === 0) return undefined;
  const push = createPushContext(db, repository, update);
  const evaluations: RuleEvaluation[] = [];
  const violations: string[] = [];
  let [isBypassed, hasRulesetViolation] = [false, false];
  for (const { source, rules, enforcement, bypassMode: mode } of sources) {
    // Exempt actors skip the rules entirely.
    if (mode === "exempt") continue;
    const canBypass = mode === "always" || (mode === "pull_request" && update.merge !== undefined);
    for (const { rule, message } of rules) {
      const found = evaluateRule(rule, push);
      if (found === undefined) continue;
      const finding = found === null ? null : (message ?? found);
      const result = finding === null ? "pass" : "fail";
      evaluations.push({ rule_source: source, enforcement, result, rule_type: rule.type, details: finding });
      if (finding === null || enforcement === "evaluate") continue;
      if (canBypass) isBypassed = true;
      else {
        violations.push(finding);
        hasRulesetViolation ||= source.type === "ruleset";
      }
    }
  }
  if (evaluations.length === 0) return undefined;
  return {
    repositoryId: repository.id,
    actorId: !sender || sender.type === "Organization" ? null : sender.id,
    update,
    evaluations,
    violations,
    hasRulesetViolation,
    isBypassed: isBypassed && violations.length === 0,
  };
}

/** Git's null id: the ref doesn't exist. */
const NULL_SHA = "0".repeat(40);

/** Records the result of a push. */
export function recordRulesetResult(
  { db, now }: EmulatorContext,
  { repositoryId, actorId, update, evaluations, isBypassed }: RulesetResult,
  at = timestamp(now()),
): void {
  const { ref, before = NULL_SHA, after = NULL_SHA } = update;
  const ends = { before_sha: before, after_sha: after, pushed_at: at };
  recordRuleSuite(db, { repository_id: repositoryId, actor_id: actorId, ref, ...ends }, evaluations, isBypassed);
}

/**
 * Runs work that rules can reject. A rejection rolls back the work, and is recorded afterwards.
 * @param toError returns the error to throw instead of the violation
 */
export function recordViolationsOf<T>(
  context: EmulatorContext,
  work: () => T,
  toError: (violation: RuleViolationError) => Error,
): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RuleViolationError)) throw error;
    recordRulesetResult(context, error.result);
    throw toError(error);
  }
}
