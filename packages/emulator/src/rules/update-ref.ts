import { emitPush } from "../deliveries/events/branches.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import type { Account } from "../state/accounts.ts";
import { deleteRef, recordPush, setRef } from "../state/git-store.ts";
import type { Repository } from "../state/repositories.ts";
import { type RuleEvaluation, recordRuleSuite } from "../state/rule-suites.ts";
import { timestamp } from "../timestamp.ts";
import { applicableRulesets } from "./applicable-rulesets.ts";
import { bypassModeOf, refActorOf } from "./bypass-mode.ts";
import { evaluateRule } from "./evaluate-rule.ts";
import { createPushContext, type ProposedRefUpdate } from "./push-context.ts";

// All ref updates go through this module: they are checked against the rulesets of the repository's owner, recorded
// with the result of each rule, and rejected if an active rule is violated.

/** The repository of an update, and the account that makes it. */
export interface RefUpdateContext {
  readonly context: EmulatorContext;
  readonly repository: Repository;
  readonly sender: Account;
}

/** The result of all rules for a push. */
export interface RulesetResult {
  readonly repositoryId: number;
  readonly actorId: number | null;
  readonly update: ProposedRefUpdate;
  readonly evaluations: readonly RuleEvaluation[];
  /** Whether it is accepted although a rule is violated. */
  readonly isBypassed: boolean;
  /** The violations that reject it; empty if it is accepted. */
  readonly violations: readonly string[];
}

/** A push that the rules reject. It isn't applied, but it is recorded: see {@link recordViolationsOf}. */
export class RuleViolationError extends Error {
  override name = "RuleViolationError" as const;
  readonly result: RulesetResult;

  constructor(result: RulesetResult) {
    super(`Repository rule violations found\n\n${result.violations.join("\n")}\n\n`);
    this.result = result;
  }
}

/** Evaluates all rulesets for a push; undefined if no rule was evaluated. */
export function evaluateRulesets(
  { context: { db }, repository, sender }: RefUpdateContext,
  update: ProposedRefUpdate,
): RulesetResult | undefined {
  const rulesets = applicableRulesets(db, repository, update.ref);
  if (rulesets.length === 0) return undefined;
  const push = createPushContext(db, repository, update);
  const actor = refActorOf(db, sender);
  const evaluations: RuleEvaluation[] = [];
  const violations: string[] = [];
  let isBypassed = false;
  for (const { rules, enforcement, ...ruleset } of rulesets) {
    const mode = bypassModeOf(db, { ...ruleset, rules, enforcement }, repository, actor);
    // Exempt actors skip the rules entirely.
    if (mode === "exempt") continue;
    const canBypass = mode === "always" || (mode === "pull_request" && update.merge !== undefined);
    for (const rule of rules) {
      const finding = evaluateRule(rule, push);
      if (finding === undefined) continue;
      evaluations.push({
        rule_source: { type: "ruleset", id: ruleset.id, name: ruleset.name },
        enforcement: enforcement === "evaluate" ? "evaluate" : "active",
        result: finding === null ? "pass" : "fail",
        rule_type: rule.type,
        details: finding,
      });
      if (finding === null || enforcement === "evaluate") continue;
      if (canBypass) isBypassed = true;
      else violations.push(finding);
    }
  }
  if (evaluations.length === 0) return undefined;
  return {
    repositoryId: repository.id,
    actorId: sender.type === "Organization" ? null : sender.id,
    update,
    evaluations,
    violations,
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
 * Updates a ref and emits the events.
 * @throws RuleViolationError before any change
 */
export function updateRef(updateContext: RefUpdateContext, update: ProposedRefUpdate): void {
  const { context, repository, sender } = updateContext;
  const { ref, before, after } = update;
  const result = evaluateRulesets(updateContext, update);
  if (result && result.violations.length > 0) throw new RuleViolationError(result);
  if (result) recordRulesetResult(context, result);
  const store = { db: context.db, repositoryId: repository.id };
  if (after === undefined) deleteRef(store, ref);
  else {
    setRef(store, ref, after);
    recordPush(store, timestamp(context.now()));
  }
  emitPush(context, repository, sender, { ref, before, after });
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
