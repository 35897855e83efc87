import type { RepositoryRule } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { customFieldError, invalid } from "../http-error.ts";
import { type Account, getAccount, memberRole } from "../state/accounts.ts";
import { installations } from "../state/apps.ts";
import { customProperties } from "../state/custom-properties.ts";
import type { Database } from "../state/database.ts";
import { getRepository } from "../state/repositories.ts";
import * as state from "../state/rulesets.ts";
import { teams } from "../state/teams.ts";
import { SYSTEM_PROPERTIES } from "./applicable-rulesets.ts";
import { ROLE_IDS } from "./bypass-mode.ts";
import { MAX_EXPRESSION_LENGTH, parseRuleExpression } from "./rule-expression.ts";

/** The targets of each rule. Rules that aren't listed are for branches and tags. */
const RULE_TARGETS: Readonly<Partial<Record<RepositoryRule["type"], readonly state.RulesetTarget[]>>> = {
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

/** Rules that are valid without parameters. */
const PARAMETERLESS_RULES: ReadonlySet<string> = new Set<RepositoryRule["type"]>([
  ...(["creation", "update", "deletion", "required_linear_history", "required_signatures"] as const),
  ...(["non_fast_forward", "assistant_code_review"] as const),
]);

/**
 * Validates the attributes of a ruleset for its organization.
 * @param before the ruleset to update; undefined for a new one
 * @throws HttpError 422
 */
export function validateRuleset(
  db: Database,
  organization: Account,
  attributes: state.RulesetAttributes,
  before: state.Ruleset | undefined,
): void {
  const { name, target, enforcement, conditions } = attributes;
  if (name.trim() === "") throw customFieldError("Ruleset", "name", "Name can't be blank");
  const existing = state.rulesets.find(db, { organization_id: organization.id, name });
  if (existing && existing.id !== before?.id) throw customFieldError("Ruleset", "name", "Name must be unique");
  if (target === "repository" && enforcement === "evaluate") {
    throw invalid("enforcement", "enforcement must not be evaluate for a repository ruleset");
  }
  if (conditions && target !== "push" && (conditions.ref_name !== undefined) !== (target !== "repository")) {
    throw invalid(
      "conditions",
      `conditions of a ${target} ruleset must ${target === "repository" ? "not include" : "include"} ref_name`,
    );
  }
  if (conditions) checkConditions(db, organization, conditions);
  for (const actor of attributes.bypass_actors) checkBypassActor(db, organization, target, actor);
  for (const [index, rule] of attributes.rules.entries()) checkRule(db, organization, target, rule, `rules.${index}`);
}

function checkConditions(db: Database, organization: Account, conditions: state.RulesetConditions): void {
  for (const id of conditions.repository_id?.repository_ids ?? []) {
    if (getRepository(db, id)?.owner_id !== organization.id) {
      throw invalid("conditions", `unknown repository ${id} in ${organization.login}`);
    }
  }
  for (const { include, exclude } of [conditions.ref_name, conditions.repository_name].filter((names) => !!names)) {
    for (const pattern of [...include, ...exclude]) checkPatternLength(pattern, "conditions");
  }
  const { include = [], exclude = [] } = conditions.repository_property ?? {};
  for (const { name, source } of [...include, ...exclude]) {
    const isKnown =
      source === "system"
        ? Object.hasOwn(SYSTEM_PROPERTIES, name)
        : customProperties.has(db, { organization_id: organization.id, name });
    if (!isKnown) throw invalid("conditions", `unknown property ${name} in ${organization.login}`);
  }
}

function checkBypassActor(
  db: Database,
  organization: Account,
  target: state.RulesetTarget,
  { actor_type, actor_id, bypass_mode }: state.BypassActor,
): void {
  if (bypass_mode === "pull_request" && target !== "branch") {
    throw invalid("bypass_actors", "bypass_mode pull_request is only valid for branch rulesets");
  }
  const id = actor_id ?? 0;
  const isKnown: Readonly<Record<typeof actor_type, () => boolean>> = {
    Integration: () => installations.find(db, { app_id: id, account_id: organization.id }) !== undefined,
    OrganizationAdmin: () => true,
    RepositoryRole: () => ROLE_IDS.has(id),
    Team: () => teams.find(db, { id })?.organization_id === organization.id,
    DeployKey: () => true,
    EnterpriseOwner: () => getAccount(db, organization.id).enterprise_id !== null,
    // The emulator has no custom enterprise roles.
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
  if (!(RULE_TARGETS[type] ?? ["branch", "tag"]).includes(target)) {
    throw invalid(field, `a ${target} ruleset does not support this rule`);
  }
  if (!PARAMETERLESS_RULES.has(type) && !("parameters" in rule && rule.parameters !== undefined)) {
    throw invalid(field, "this rule requires parameters");
  }
  if (type === "workflows") {
    for (const { repository_id: id } of rule.parameters?.workflows ?? []) {
      if (getRepository(db, id)?.owner_id !== organization.id) throw invalid(field, `unknown repository ${id}`);
    }
  }
  if (type === "pull_request") {
    for (const { reviewer, file_patterns } of rule.parameters?.required_reviewers ?? []) {
      for (const pattern of file_patterns) checkPatternLength(pattern, field);
      if (teams.find(db, { id: reviewer.id })?.organization_id !== organization.id) {
        throw invalid(field, `unknown team ${reviewer.id}`);
      }
    }
    if (rule.parameters?.allowed_merge_methods?.length === 0) {
      throw invalid(field, "allowed_merge_methods must not be empty");
    }
  }
  if (type === "file_path_restriction") {
    for (const path of rule.parameters?.restricted_file_paths ?? []) checkPatternLength(path, field);
  }
  const regex = z.safeParse(RegexParameters, "parameters" in rule ? rule.parameters : undefined);
  if (regex.success) checkPatternLength(regex.data.pattern, field);
  if (regex.success && !parseRuleExpression(regex.data.pattern)) {
    throw invalid(field, `${regex.data.pattern} is not a valid regular expression`);
  }
}

/** Matching takes time proportional to the length of a pattern. */
function checkPatternLength(pattern: string, field: string): void {
  if (pattern.length <= MAX_EXPRESSION_LENGTH) return;
  throw invalid(field, `a pattern must have at most ${MAX_EXPRESSION_LENGTH} characters, got ${pattern.length}`);
}

const RegexParameters = z.object({ operator: z.literal("regex"), pattern: z.string() });
