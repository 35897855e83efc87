import { getAccount } from "../state/accounts.ts";
import type { Ruleset, RulesetTerms, RulesetVersion } from "../state/rulesets.ts";
import type { World } from "../world.ts";
import { nodeId } from "./user.ts";

/**
 * A ruleset as a list carries it: without its rules (public description). Whether the caller may bypass it is told where a
 * repository's rulesets are asked for, and an organization's are asked for here.
 */
export function renderListedRuleset({ db, apiUrl, webUrl }: World, ruleset: Ruleset) {
  const { id, name, target, enforcement, organization_id, created_at, updated_at } = ruleset;
  const { login } = getAccount(db, organization_id);
  return {
    ...{ id, name, target, source_type: "Organization", source: login, enforcement },
    node_id: nodeId("RepositoryRuleset", id),
    _links: {
      self: { href: `${apiUrl}/orgs/${login}/rulesets/${id}` },
      html: { href: `${webUrl}/organizations/${login}/settings/rules/${id}` },
    },
    ...{ created_at, updated_at },
  };
}

/** A ruleset by itself. */
export function renderRuleset(world: World, ruleset: Ruleset) {
  return { ...renderListedRuleset(world, ruleset), ...partsOf(ruleset) };
}

const partsOf = ({ bypass_actors, conditions, rules }: RulesetTerms) => ({ bypass_actors, conditions, rules });

/** One change of a ruleset, and whose it was. */
export function renderRulesetVersion({ id, actor_id, actor_type, updated_at }: RulesetVersion) {
  const actor = {
    ...(actor_id === null ? {} : { id: actor_id }),
    ...(actor_type === null ? {} : { type: actor_type }),
  };
  return { version_id: id, actor, updated_at };
}

/** The same with the ruleset as that change left it. */
export function renderRulesetVersionWithState(
  { db }: World,
  { id, organization_id }: Ruleset,
  version: RulesetVersion,
) {
  const { name, target, enforcement } = version.state;
  const source = getAccount(db, organization_id).login;
  return {
    ...renderRulesetVersion(version),
    state: { id, name, target, source_type: "Organization", source, enforcement, ...partsOf(version.state) },
  };
}
