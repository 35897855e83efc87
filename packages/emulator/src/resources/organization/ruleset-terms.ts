import type { RepositoryRule } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { invalid, rejected } from "../../http/refusal.ts";
import { SYSTEM_PROPERTIES } from "../../rules/applying.ts";
import { ROLE_IDS } from "../../rules/bypassing.ts";
import { readExpression } from "../../rules/expressions.ts";
import { type Account, getAccount, memberRole } from "../../state/accounts.ts";
import { findInstallation } from "../../state/apps.ts";
import { isDefinedProperty } from "../../state/custom-properties.ts";
import type { Database } from "../../state/database.ts";
import { getRepository } from "../../state/repositories.ts";
import * as state from "../../state/rulesets.ts";
import { getTeam } from "../../state/teams.ts";

/** Which rules there are for what; rules that aren't here are for branches and tags. */
const TARGETS: Readonly<Partial<Record<RepositoryRule["type"], readonly state.RulesetTarget[]>>> = {
  branch_name_pattern: ["branch"],
  tag_name_pattern: ["tag"],
  pull_request: ["branch"],
  assistant_code_review: ["branch"],
  code_scanning: ["branch"],
  workflows: ["branch"],
  file_path_restriction: ["push"],
  max_file_path_length: ["push"],
  file_extension_restriction: ["push"],
  max_file_size: ["push"],
};

/** Rules that mean something without parameters. */
const BARE: ReadonlySet<string> = new Set<RepositoryRule["type"]>([
  ...(["creation", "update", "deletion", "required_linear_history", "required_signatures"] as const),
  ...(["non_fast_forward", "assistant_code_review"] as const),
]);

/**
 * Holds what a ruleset is to be against the organization that it is for.
 * @param before what is changed; none: it is new
 * @throws Refusal 422
 */
export function checkTerms(
  db: Database,
  organization: Account,
  terms: state.RulesetTerms,
  before: state.Ruleset | undefined,
): void {
  const { name, target, enforcement, conditions } = terms;
  if (name.trim() === "") throw rejected("Ruleset", "name", "Name can't be blank");
  const rival = state.findRulesetByName(db, organization.id, name);
  if (rival && rival.id !== before?.id) throw rejected("Ruleset", "name", "Name must be unique");
  if (target === "repository" && enforcement === "evaluate") {
    throw invalid("enforcement", "rules of repositories can't be evaluated only");
  }
  if (conditions && target !== "push" && (conditions.ref_name !== undefined) !== (target !== "repository")) {
    throw invalid(
      "conditions",
      `conditions of a ${target} ruleset have ${target === "repository" ? "no" : "a"} ref_name`,
    );
  }
  if (conditions) checkConditions(db, organization, conditions);
  for (const actor of terms.bypass_actors) checkActor(db, organization, target, actor);
  for (const [index, rule] of terms.rules.entries()) checkRule(db, organization, target, rule, `rules.${index}`);
}

function checkConditions(db: Database, organization: Account, conditions: state.RulesetConditions): void {
  for (const id of conditions.repository_id?.repository_ids ?? []) {
    if (getRepository(db, id)?.owner_id !== organization.id) {
      throw invalid("conditions", `there is no repository ${id} in ${organization.login}`);
    }
  }
  const { include = [], exclude = [] } = conditions.repository_property ?? {};
  for (const { name, source } of [...include, ...exclude]) {
    const isKnown =
      source === "system" ? Object.hasOwn(SYSTEM_PROPERTIES, name) : isDefinedProperty(db, organization.id, name);
    if (!isKnown) throw invalid("conditions", `there is no property ${name} in ${organization.login}`);
  }
}

function checkActor(
  db: Database,
  organization: Account,
  target: state.RulesetTarget,
  { actor_type, actor_id, bypass_mode }: state.BypassActor,
): void {
  if (bypass_mode === "pull_request" && target !== "branch") {
    throw invalid("bypass_actors", "bypass_mode pull_request is for rules of branches");
  }
  const id = actor_id ?? 0;
  const isKnown: Readonly<Record<typeof actor_type, () => boolean>> = {
    Integration: () => findInstallation(db, id, organization.id) !== undefined,
    OrganizationAdmin: () => true,
    RepositoryRole: () => ROLE_IDS.has(id),
    Team: () => getTeam(db, id)?.organization_id === organization.id,
    DeployKey: () => true,
    EnterpriseOwner: () => getAccount(db, organization.id).enterprise_id !== null,
    // No enterprise here has roles of its own making.
    EnterpriseRole: () => false,
    User: () => memberRole(db, organization.id, id) !== undefined,
  };
  if (!isKnown[actor_type]()) {
    throw invalid(
      "bypass_actors",
      `${organization.login} has no ${actor_type}${actor_id === null ? "" : ` ${actor_id}`}`,
    );
  }
}

function checkRule(
  db: Database,
  organization: Account,
  target: state.RulesetTarget,
  rule: RepositoryRule,
  field: string,
): void {
  const { type } = rule;
  if (!(TARGETS[type] ?? ["branch", "tag"]).includes(target)) {
    throw invalid(field, `a ${target} ruleset takes no such rule`);
  }
  if (!BARE.has(type) && !("parameters" in rule && rule.parameters !== undefined)) {
    throw invalid(field, "this rule needs its parameters");
  }
  if (type === "workflows") {
    for (const { repository_id: id } of rule.parameters?.workflows ?? []) {
      if (getRepository(db, id)?.owner_id !== organization.id) throw invalid(field, `there is no repository ${id}`);
    }
  }
  if (type === "pull_request") {
    for (const { reviewer } of rule.parameters?.required_reviewers ?? []) {
      if (getTeam(db, reviewer.id)?.organization_id !== organization.id) {
        throw invalid(field, `there is no team ${reviewer.id}`);
      }
    }
    if (rule.parameters?.allowed_merge_methods?.length === 0) {
      throw invalid(field, "at least one merge method is allowed");
    }
  }
  const told = z.safeParse(Expression, "parameters" in rule ? rule.parameters : undefined);
  if (told.success && !readExpression(told.data.pattern)) {
    throw invalid(field, `${told.data.pattern} is no regular expression`);
  }
}

const Expression = z.object({ operator: z.literal("regex"), pattern: z.string() });
