import {
  createRuleset,
  deleteRuleset,
  getRuleset,
  getRulesetVersion,
  listRulesets,
  listRulesetVersions,
  updateRuleset,
} from "@forgehand/core/operations";
import * as z from "zod/mini";
import { rulesetEvent } from "../../deliveries/events/rulesets.ts";
import { listed, type OrganizationCall, onOrganization } from "../../http/call.ts";
import { notFound } from "../../http/refusal.ts";
import {
  renderListedRuleset,
  renderRuleset,
  renderRulesetVersion,
  renderRulesetVersionWithState,
} from "../../objects/ruleset.ts";
import { appIdOf } from "../../state/apps.ts";
import * as state from "../../state/rulesets.ts";
import { timestamp } from "../../timestamp.ts";
import { checkTerms } from "./ruleset-terms.ts";

export const rulesets = [
  onOrganization(listRulesets, ({ targets }, call) => {
    const { world, organization, window } = call;
    const wanted = targets?.split(",").map((target) => target.trim());
    const found = state.rulesetsOf(world.db, organization.id, wanted, window);
    return listed(call, found, (ruleset) => renderListedRuleset(world, ruleset));
  }),

  onOrganization(createRuleset, (input, call) => {
    const { world, organization } = call;
    const { target = "branch", enforcement, name } = input;
    const terms = { name, target, enforcement, bypass_actors: [], conditions: null, rules: [], ...told(input) };
    checkTerms(world.db, organization, terms, undefined);
    const ruleset = state.createRuleset(world.db, organization.id, terms, changeIn(call));
    tell(call, "created", ruleset);
    return renderRuleset(world, ruleset);
  }),

  onOrganization(getRuleset, ({ ruleset_id }, call) => renderRuleset(call.world, findRuleset(call, ruleset_id))),

  onOrganization(updateRuleset, (input, call) => {
    const { world, organization } = call;
    const before = findRuleset(call, input.ruleset_id);
    const { name = before.name, target = before.target, enforcement = before.enforcement } = input;
    const terms = { ...before, name, target, enforcement, ...told(input) };
    checkTerms(world.db, organization, terms, before);
    const ruleset = state.updateRuleset(world.db, before, terms, changeIn(call));
    if (ruleset !== before) tell(call, "edited", ruleset, before);
    return renderRuleset(world, ruleset);
  }),

  onOrganization(deleteRuleset, ({ ruleset_id }, call) => {
    const ruleset = findRuleset(call, ruleset_id);
    state.deleteRuleset(call.world.db, ruleset);
    tell(call, "deleted", ruleset);
    return undefined;
  }),

  onOrganization(listRulesetVersions, ({ ruleset_id }, call) => {
    const { id } = findRuleset(call, ruleset_id);
    return listed(call, state.rulesetVersionsOf(call.world.db, id, call.window), renderRulesetVersion);
  }),

  onOrganization(getRulesetVersion, ({ ruleset_id, version_id }, call) => {
    const ruleset = findRuleset(call, ruleset_id);
    const version = state.findRulesetVersion(call.world.db, ruleset.id, version_id);
    if (!version) throw notFound();
    return renderRulesetVersionWithState(call.world, ruleset, version);
  }),
];

/** @throws Refusal 404 */
function findRuleset({ world, organization }: OrganizationCall, id: number): state.Ruleset {
  const ruleset = state.findRuleset(world.db, organization.id, id);
  if (!ruleset) throw notFound();
  return ruleset;
}

interface Told {
  readonly bypass_actors?:
    | readonly {
        readonly actor_type: state.BypassActor["actor_type"];
        readonly actor_id?: number | null | undefined;
        readonly bypass_mode?: state.BypassActor["bypass_mode"] | undefined;
      }[]
    | undefined;
  readonly conditions?: unknown;
  readonly rules?: state.RulesetTerms["rules"] | undefined;
}

/** What somebody says of a ruleset's parts, as it is kept; what is left out is not there. */
function told({ bypass_actors, conditions, rules }: Told): Partial<state.RulesetTerms> {
  return {
    ...(bypass_actors && {
      bypass_actors: bypass_actors.map(({ actor_type, actor_id, bypass_mode = "always" }) => ({
        // Of whom the type alone says, a number is not kept.
        actor_id: /^(OrganizationAdmin|EnterpriseOwner|DeployKey)$/.test(actor_type) ? null : (actor_id ?? null),
        ...{ actor_type, bypass_mode },
      })),
    }),
    ...(conditions !== undefined && { conditions: z.parse(state.RulesetConditions, conditions) }),
    ...(rules && { rules }),
  };
}

/** Who changes a ruleset now: a person, or an app by itself. */
function changeIn({ world: { db, now }, caller: { user, token } }: OrganizationCall): state.RulesetChange {
  const updated_at = timestamp(now());
  if (user) return { actor_id: user.id, actor_type: "User", updated_at };
  const appId = token && appIdOf(db, token);
  return { actor_id: appId ?? null, actor_type: appId === undefined ? null : "Integration", updated_at };
}

function tell(
  { world, organization, caller }: OrganizationCall,
  action: "created" | "edited" | "deleted",
  ruleset: state.Ruleset,
  before?: state.Ruleset,
): void {
  const sender = caller.user ?? organization;
  world.deliveries.emitAtOrganization(
    organization.id,
    rulesetEvent(world, organization, sender, action, ruleset, before),
  );
}
