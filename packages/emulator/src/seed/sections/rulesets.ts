import { definitionOf } from "@forgehand/core/contract";
import { createRuleset as createRulesetOperation } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { firstDetail, HttpError } from "../../http-error.ts";
import { ROLE_IDS } from "../../rules/bypass-mode.ts";
import { validateRuleset } from "../../rules/validate-ruleset.ts";
import type { Account } from "../../state/accounts.ts";
import * as state from "../../state/rulesets.ts";
import { defineSection } from "../define-section.ts";
import type { SeedContext } from "../seed-context.ts";
import { SeedError, type SeedPath } from "../seed-error.ts";
import { SeedTime } from "../time.ts";

/** A bypass actor, by name. */
const Bypass = z.union([
  z.strictObject({ owners: z.literal(true), mode: z.optional(state.BypassMode) }),
  z.strictObject({ enterprise_owners: z.literal(true), mode: z.optional(state.BypassMode) }),
  z.strictObject({ deploy_keys: z.literal(true), mode: z.optional(z.enum(["always", "exempt"])) }),
  z.strictObject({ role: z.enum(["push", "maintain", "admin"]), mode: z.optional(state.BypassMode) }),
  z.strictObject({ team: z.string(), mode: z.optional(state.BypassMode) }),
  z.strictObject({ user: z.string(), mode: z.optional(state.BypassMode) }),
  z.strictObject({ app: z.string(), mode: z.optional(state.BypassMode) }),
]);
type Bypass = z.output<typeof Bypass>;

const Conditions = z.strictObject({
  ref_name: z.optional(state.NamePatterns),
  repository_name: z.optional(state.NamePatterns),
  /** Full names. */
  repositories: z.optional(z.array(z.string())),
  repository_property: z.optional(state.PropertyConditions),
});
type Conditions = z.output<typeof Conditions>;

/** Schema of the API's input, converted to stored rules. */
const rules = () => {
  const inputRules = definitionOf(createRulesetOperation).body?.shape["rules"];
  return inputRules ? z.pipe(inputRules, z.optional(state.Rules)) : z.optional(state.Rules);
};

const AttributeFields = {
  name: z.optional(z.string()),
  target: z.optional(state.RulesetTarget),
  enforcement: z.optional(state.RulesetEnforcement),
  bypass: z.optional(z.array(Bypass)),
  conditions: z.optional(Conditions),
  rules: z.optional(rules()),
  /** Login of the user who made the change. */
  by: z.optional(z.string()),
  at: z.optional(SeedTime),
};

const Ruleset = z.strictObject({
  ...AttributeFields,
  name: z.string(),
  /** Later changes, oldest first. Each lists only the fields that it changes. */
  changes: z._default(z.array(z.strictObject(AttributeFields)), []),
});

type RulesetInput = Omit<z.output<typeof Ruleset>, "changes" | "name"> & { readonly name?: string | undefined };

/** Inserts an organization's rulesets, oldest first. */
export const rulesets = defineSection(z.array(Ruleset), (context, organization: Account, list, path) => {
  for (const [index, { changes, ...first }] of list.entries()) {
    const rulesetPath = [...path, index];
    const initialAttributes = attributesOf(context, organization, EMPTY_ATTRIBUTES, first, rulesetPath);
    checkRuleset(context, organization, initialAttributes, undefined, rulesetPath);
    let ruleset = state.createRuleset(
      context.db,
      organization.id,
      initialAttributes,
      changeOf(context, first, rulesetPath),
    );
    for (const [position, change] of changes.entries()) {
      const changePath = [...rulesetPath, "changes", position];
      const attributes = attributesOf(context, organization, ruleset, change, changePath);
      checkRuleset(context, organization, attributes, ruleset, changePath);
      ruleset = state.updateRuleset(context.db, ruleset, attributes, changeOf(context, change, changePath));
    }
  }
});

const EMPTY_ATTRIBUTES: state.RulesetAttributes = {
  name: "",
  target: "branch",
  enforcement: "active",
  bypass_actors: [],
  conditions: null,
  rules: [],
};

function changeOf(context: SeedContext, { by, at }: RulesetInput, path: SeedPath): state.RulesetChange {
  const actor_id = context.userId(by, [...path, "by"]);
  return { actor_id, actor_type: actor_id === null ? null : "User", updated_at: context.toTimestamp(at) };
}

function attributesOf(
  context: SeedContext,
  organization: Account,
  before: state.RulesetAttributes,
  input: RulesetInput,
  path: SeedPath,
): state.RulesetAttributes {
  const { name = before.name, target = before.target, enforcement = before.enforcement, bypass, conditions } = input;
  return {
    name,
    target,
    enforcement,
    rules: input.rules ?? before.rules,
    bypass_actors:
      bypass?.map((actor, index) => actorOf(context, organization, actor, [...path, "bypass", index])) ??
      before.bypass_actors,
    conditions: conditions ? conditionsOf(context, conditions, [...path, "conditions"]) : before.conditions,
  };
}

function actorOf(context: SeedContext, organization: Account, input: Bypass, path: SeedPath): state.BypassActor {
  const actor = (actor_type: state.BypassActor["actor_type"], actor_id: number | null = null) => ({
    actor_type,
    actor_id,
    bypass_mode: input.mode ?? "always",
  });
  if ("owners" in input) return actor("OrganizationAdmin");
  if ("enterprise_owners" in input) return actor("EnterpriseOwner");
  if ("deploy_keys" in input) return actor("DeployKey");
  if ("team" in input) return actor("Team", context.team(organization, input.team, [...path, "team"]).id);
  if ("user" in input) return actor("User", context.user(input.user, [...path, "user"]).id);
  if ("app" in input) return actor("Integration", context.app(input.app, [...path, "app"]).id);
  return actor("RepositoryRole", [...ROLE_IDS].find(([, role]) => role === input.role)?.[0]);
}

/** @throws SeedError unless repositories are selected in exactly one way */
function conditionsOf(
  context: SeedContext,
  { repositories, ...input }: Conditions,
  path: SeedPath,
): state.RulesetConditions {
  const conditions = [repositories, input.repository_name, input.repository_property].filter(
    (condition) => condition !== undefined,
  );
  if (conditions.length !== 1) {
    throw new SeedError(path, "must have exactly one of repositories, repository_name and repository_property");
  }
  const repository_ids = repositories?.map(
    (name, index) => context.repository(name, [...path, "repositories", index]).id,
  );
  return { ...input, ...(repository_ids && { repository_id: { repository_ids } }) };
}

/**
 * Applies the API's validation.
 * @throws SeedError if the attributes are invalid
 */
function checkRuleset(
  { db }: SeedContext,
  organization: Account,
  attributes: state.RulesetAttributes,
  before: state.Ruleset | undefined,
  path: SeedPath,
): void {
  try {
    validateRuleset(db, organization, attributes, before);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { field, message } = firstDetail(error);
    throw new SeedError([...path, field === "bypass_actors" ? "bypass" : field], message);
  }
}
