import type { RepositoryRule } from "@forgehand/core/operations";
import type { RuleEvaluation } from "../state/rule-suites.ts";
import type { BypassActor } from "../state/rulesets.ts";

/** A rule, with the message of its violations if it differs from the rule's own. */
export interface SourcedRule {
  readonly rule: RepositoryRule;
  readonly message?: string;
}

/** Rules that apply to a ref: those of a ruleset, or of a branch protection. */
export interface RuleSource {
  readonly source: RuleEvaluation["rule_source"];
  readonly enforcement: "active" | "evaluate";
  readonly rules: readonly SourcedRule[];
  /** The mode in which the actor can bypass the rules. */
  readonly bypassMode: BypassActor["bypass_mode"] | undefined;
}
