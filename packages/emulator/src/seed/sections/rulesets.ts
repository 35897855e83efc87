import { definitionOf } from "@forgehand/core/contract";
import { createRuleset as createRulesetOperation } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { Refusal } from "../../http/refusal.ts";
import { checkTerms } from "../../resources/organization/ruleset-terms.ts";
import { ROLE_IDS } from "../../rules/bypassing.ts";
import type { Account } from "../../state/accounts.ts";
import * as state from "../../state/rulesets.ts";
import type { Planting } from "../planting.ts";
import { type SeedPath, SeedProblem } from "../problem.ts";
import { section } from "../section.ts";
import { SeedTime } from "../time.ts";

/** Whom a ruleset lets through, by name. */
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
  ref_name: z.optional(state.Patterns),
  repository_name: z.optional(state.Patterns),
  /** Full names. */
  repositories: z.optional(z.array(z.string())),
  repository_property: z.optional(state.PropertyConditions),
});
type Conditions = z.output<typeof Conditions>;

/** As whoever creates one says them. */
const rules = () => {
  const asCreated = definitionOf(createRulesetOperation).body?.shape["rules"];
  return asCreated ? z.pipe(asCreated, z.optional(state.Rules)) : z.optional(state.Rules);
};

const Terms = {
  name: z.optional(z.string()),
  target: z.optional(state.RulesetTarget),
  enforcement: z.optional(state.Enforcement),
  bypass: z.optional(z.array(Bypass)),
  conditions: z.optional(Conditions),
  rules: z.optional(rules()),
  /** Whose doing it is. */
  by: z.optional(z.string()),
  at: z.optional(SeedTime),
};

const Ruleset = z.strictObject({
  ...Terms,
  name: z.string(),
  /** What became of it since, the oldest first: each change says what is other than before. */
  changes: z._default(z.array(z.strictObject(Terms)), []),
});

type Told = Omit<z.output<typeof Ruleset>, "changes" | "name"> & { readonly name?: string | undefined };

/** An organization's rulesets, the oldest first. */
export const rulesets = section(z.array(Ruleset), (planting, organization: Account, list, path) => {
  for (const [index, { changes, ...first }] of list.entries()) {
    const at = [...path, index];
    const start = termsOf(planting, organization, BLANK, first, at);
    check(planting, organization, start, undefined, at);
    let ruleset = state.createRuleset(planting.db, organization.id, start, changeOf(planting, first, at));
    for (const [position, change] of changes.entries()) {
      const there = [...at, "changes", position];
      const terms = termsOf(planting, organization, ruleset, change, there);
      check(planting, organization, terms, ruleset, there);
      ruleset = state.updateRuleset(planting.db, ruleset, terms, changeOf(planting, change, there));
    }
  }
});

const BLANK: state.RulesetTerms = {
  ...{ name: "", target: "branch", enforcement: "active" },
  ...{ bypass_actors: [], conditions: null, rules: [] },
};

function changeOf(planting: Planting, { by, at }: Told, path: SeedPath): state.RulesetChange {
  const actor_id = planting.userId(by, [...path, "by"]);
  return { actor_id, actor_type: actor_id === null ? null : "User", updated_at: planting.at(at) };
}

function termsOf(
  planting: Planting,
  organization: Account,
  before: state.RulesetTerms,
  told: Told,
  path: SeedPath,
): state.RulesetTerms {
  const { name = before.name, target = before.target, enforcement = before.enforcement, bypass, conditions } = told;
  return {
    ...{ name, target, enforcement, rules: told.rules ?? before.rules },
    bypass_actors:
      bypass?.map((actor, index) => actorOf(planting, organization, actor, [...path, "bypass", index])) ??
      before.bypass_actors,
    conditions: conditions ? conditionsOf(planting, conditions, [...path, "conditions"]) : before.conditions,
  };
}

function actorOf(planting: Planting, organization: Account, told: Bypass, path: SeedPath): state.BypassActor {
  const actor = (actor_type: state.BypassActor["actor_type"], actor_id: number | null = null) => ({
    ...{ actor_type, actor_id, bypass_mode: told.mode ?? "always" },
  });
  if ("owners" in told) return actor("OrganizationAdmin");
  if ("enterprise_owners" in told) return actor("EnterpriseOwner");
  if ("deploy_keys" in told) return actor("DeployKey");
  if ("team" in told) return actor("Team", planting.team(organization, told.team, [...path, "team"]).id);
  if ("user" in told) return actor("User", planting.user(told.user, [...path, "user"]).id);
  if ("app" in told) return actor("Integration", planting.app(told.app, [...path, "app"]).id);
  return actor("RepositoryRole", [...ROLE_IDS].find(([, role]) => role === told.role)?.[0]);
}

/** @throws SeedProblem where it isn't said which repositories, in one way */
function conditionsOf(
  planting: Planting,
  { repositories, ...told }: Conditions,
  path: SeedPath,
): state.RulesetConditions {
  const ways = [repositories, told.repository_name, told.repository_property].filter((way) => way !== undefined);
  if (ways.length !== 1) {
    throw new SeedProblem(path, "has one of repositories, repository_name and repository_property");
  }
  const repository_ids = repositories?.map(
    (name, index) => planting.repository(name, [...path, "repositories", index]).id,
  );
  return { ...told, ...(repository_ids && { repository_id: { repository_ids } }) };
}

/** Holds a ruleset against all that a call's is held against. @throws SeedProblem */
function check(
  { db }: Planting,
  organization: Account,
  terms: state.RulesetTerms,
  before: state.Ruleset | undefined,
  path: SeedPath,
): void {
  try {
    checkTerms(db, organization, terms, before);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [{ field = "", message = error.message } = {}] = error.complaints ?? [];
    throw new SeedProblem([...path, field === "bypass_actors" ? "bypass" : field], message);
  }
}
