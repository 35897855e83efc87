import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import type { Ruleset, RulesetAttributes, RulesetVersion } from "../state/rulesets.ts";
import { nodeId } from "./user.ts";

/**
 * Renders a ruleset in a list, without its rules. The caller's bypass permission is not part of an organization's
 * rulesets.
 */
export function renderListedRuleset({ db, apiUrl, webUrl }: EmulatorContext, ruleset: Ruleset) {
  const { id, name, target, enforcement, organization_id, created_at, updated_at } = ruleset;
  const { login } = getAccount(db, organization_id);
  return {
    id,
    name,
    target,
    source_type: "Organization",
    source: login,
    enforcement,
    node_id: nodeId("RepositoryRuleset", id),
    _links: {
      self: { href: `${apiUrl}/orgs/${login}/rulesets/${id}` },
      html: { href: `${webUrl}/organizations/${login}/settings/rules/${id}` },
    },
    created_at,
    updated_at,
  };
}

/** Renders a single ruleset. */
export function renderRuleset(context: EmulatorContext, ruleset: Ruleset) {
  return { ...renderListedRuleset(context, ruleset), ...ruleFields(ruleset) };
}

const ruleFields = ({ bypass_actors, conditions, rules }: RulesetAttributes) => ({ bypass_actors, conditions, rules });

/** Renders a version of a ruleset with its author. */
export function renderRulesetVersion({ id, actor_id, actor_type, updated_at }: RulesetVersion) {
  const actor = {
    ...(actor_id === null ? {} : { id: actor_id }),
    ...(actor_type === null ? {} : { type: actor_type }),
  };
  return { version_id: id, actor, updated_at };
}

export function renderRulesetVersionWithState(
  { db }: EmulatorContext,
  { id, organization_id }: Ruleset,
  version: RulesetVersion,
) {
  const { name, target, enforcement } = version.state;
  const source = getAccount(db, organization_id).login;
  return {
    ...renderRulesetVersion(version),
    state: { id, name, target, source_type: "Organization", source, enforcement, ...ruleFields(version.state) },
  };
}
