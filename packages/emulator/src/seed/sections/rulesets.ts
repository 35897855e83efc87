import { definitionOf } from "@forgehand/core/contract";
import { createRuleset as createRulesetOperation } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { firstDetail, HttpError } from "../../http-error.ts";
import { ROLE_IDS } from "../../rules/bypass-mode.ts";
import { validateRuleset } from "../../rules/validate-ruleset.ts";
import type { Account } from "../../state/accounts.ts";
import * as state from "../../state/rulesets.ts";
import { listSection } from "../define-section.ts";
import type { SeedContext } from "../seed-context.ts";
import { each, inside, SeedError } from "../seed-error.ts";
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

/** Schema of the API's input, converted to stored rules. Built when a seed is read, because it needs many others. */
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
  rules: z.optional(z.lazy(rules)),
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
export const rulesets = listSection(Ruleset, (context, organization: Account, { changes, ...first }) => {
  const { db } = context;
  const initial = attributesOf(context, organization, EMPTY_ATTRIBUTES, first);
  checkRuleset(context, organization, initial, undefined);
  let ruleset = state.createRuleset(db, organization.id, initial, changeOf(context, first));
  each(["changes"], changes, (change) => {
    const attributes = attributesOf(context, organization, ruleset, change);
    checkRuleset(context, organization, attributes, ruleset);
    ruleset = state.updateRuleset(db, ruleset, attributes, changeOf(context, change));
  });
});

const EMPTY_ATTRIBUTES: state.RulesetAttributes = {
  name: "",
  target: "branch",
  enforcement: "active",
  bypass_actors: [],
  conditions: null,
  rules: [],
};

function changeOf(context: SeedContext, { by, at }: RulesetInput): state.RulesetChange {
  const actor_id = context.userId(by, "by");
  return { actor_id, actor_type: actor_id === null ? null : "User", updated_at: context.toTimestamp(at) };
}

function attributesOf(
  context: SeedContext,
  organization: Account,
  before: state.RulesetAttributes,
  input: RulesetInput,
): state.RulesetAttributes {
  const { name = before.name, target = before.target, enforcement = before.enforcement, bypass, conditions } = input;
  return {
    name,
    target,
    enforcement,
    rules: input.rules ?? before.rules,
    bypass_actors: bypass
      ? each(["bypass"], bypass, (actor) => actorOf(context, organization, actor))
      : before.bypass_actors,
    conditions: conditions ? inside(["conditions"], () => conditionsOf(context, conditions)) : before.conditions,
  };
}

function actorOf(context: SeedContext, organization: Account, input: Bypass): state.BypassActor {
  const actor = (actor_type: state.BypassActor["actor_type"], actor_id: number | null = null) => ({
    actor_type,
    actor_id,
    bypass_mode: input.mode ?? "always",
  });
  if ("owners" in input) return actor("OrganizationAdmin");
  if ("enterprise_owners" in input) return actor("EnterpriseOwner");
  if ("deploy_keys" in input) return actor("DeployKey");
  if ("team" in input) return actor("Team", context.team(organization, input.team, "team").id);
  if ("user" in input) return actor("User", context.user(input.user, "user").id);
  if ("app" in input) return actor("Integration", context.app(input.app, "app").id);
  return actor("RepositoryRole", [...ROLE_IDS].find(([, role]) => role === input.role)?.[0]);
}

/** @throws SeedError unless repositories are selected in exactly one way */
function conditionsOf(context: SeedContext, { repositories, ...input }: Conditions): state.RulesetConditions {
  const conditions = [repositories, input.repository_name, input.repository_property].filter(
    (condition) => condition !== undefined,
  );
  if (conditions.length !== 1) {
    throw new SeedError([], "must have exactly one of repositories, repository_name and repository_property");
  }
  if (!repositories) return input;
  const repository_ids = each(["repositories"], repositories, (name) => context.repository(name).id);
  return { ...input, repository_id: { repository_ids } };
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
): void {
  try {
    validateRuleset(db, organization, attributes, before);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    const { field, message } = firstDetail(error);
    throw new SeedError([field === "bypass_actors" ? "bypass" : field], message);
  }
}
