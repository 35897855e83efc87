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
import { type OrganizationCall, organizationHandler, renderPage, requireActor } from "../../http/handler.ts";
import { requireFound } from "../../http-error.ts";
import {
  renderListedRuleset,
  renderRuleset,
  renderRulesetVersion,
  renderRulesetVersionWithState,
} from "../../objects/ruleset.ts";
import { refActorOf } from "../../rules/bypass-mode.ts";
import { validateRuleset } from "../../rules/validate-ruleset.ts";
import * as state from "../../state/rulesets.ts";
import { timestamp } from "../../timestamp.ts";

export const rulesets = [
  organizationHandler(listRulesets, ({ targets }, call) => {
    const { context, organization, page } = call;
    const requestedTargets = targets?.split(",").map((target) => target.trim());
    const found = state.rulesetsOf(context.db, organization.id, requestedTargets, page);
    return renderPage(call, found, (ruleset) => renderListedRuleset(context, ruleset));
  }),

  organizationHandler(createRuleset, (input, call) => {
    const { context, organization } = call;
    const { target = "branch", enforcement, name } = input;
    const attributes = {
      name,
      target,
      enforcement,
      bypass_actors: [],
      conditions: null,
      rules: [],
      ...toRulesetParts(input),
    };
    validateRuleset(context.db, organization, attributes, undefined);
    const ruleset = state.createRuleset(context.db, organization.id, attributes, currentChange(call));
    emitRulesetEvent(call, "created", ruleset);
    return renderRuleset(context, ruleset);
  }),

  organizationHandler(getRuleset, ({ ruleset_id }, call) =>
    renderRuleset(call.context, requireRuleset(call, ruleset_id)),
  ),

  organizationHandler(updateRuleset, (input, call) => {
    const { context, organization } = call;
    const before = requireRuleset(call, input.ruleset_id);
    const { name = before.name, target = before.target, enforcement = before.enforcement } = input;
    const attributes = { ...before, name, target, enforcement, ...toRulesetParts(input) };
    validateRuleset(context.db, organization, attributes, before);
    const ruleset = state.updateRuleset(context.db, before, attributes, currentChange(call));
    if (ruleset !== before) emitRulesetEvent(call, "edited", ruleset, before);
    return renderRuleset(context, ruleset);
  }),

  organizationHandler(deleteRuleset, ({ ruleset_id }, call) => {
    const ruleset = requireRuleset(call, ruleset_id);
    state.deleteRuleset(call.context.db, ruleset);
    emitRulesetEvent(call, "deleted", ruleset);
  }),

  organizationHandler(listRulesetVersions, ({ ruleset_id }, call) => {
    const { id } = requireRuleset(call, ruleset_id);
    return renderPage(
      call,
      state.rulesetVersions.page(call.context.db, { ruleset_id: id }, "id DESC", call.page),
      renderRulesetVersion,
    );
  }),

  organizationHandler(getRulesetVersion, ({ ruleset_id, version_id }, call) => {
    const ruleset = requireRuleset(call, ruleset_id);
    const version = requireFound(
      state.rulesetVersions.find(call.context.db, { ruleset_id: ruleset.id, id: version_id }),
    );
    return renderRulesetVersionWithState(call.context, ruleset, version);
  }),
];

/** @throws HttpError 404 */
function requireRuleset({ context, organization }: OrganizationCall, id: number): state.Ruleset {
  return requireFound(state.rulesets.find(context.db, { organization_id: organization.id, id }));
}

interface RulesetPartsInput {
  readonly bypass_actors?:
    | readonly {
        readonly actor_type: state.BypassActor["actor_type"];
        readonly actor_id?: number | null | undefined;
        readonly bypass_mode?: state.BypassActor["bypass_mode"] | undefined;
      }[]
    | undefined;
  readonly conditions?: unknown;
  readonly rules?: state.RulesetAttributes["rules"] | undefined;
}

/** Converts the given parts of a ruleset to their stored form. Omitted parts stay absent. */
function toRulesetParts({ bypass_actors, conditions, rules }: RulesetPartsInput): Partial<state.RulesetAttributes> {
  return {
    ...(bypass_actors && {
      bypass_actors: bypass_actors.map(({ actor_type, actor_id, bypass_mode = "always" }) => ({
        // Actor types without an ID are stored without one.
        actor_id: /^(OrganizationAdmin|EnterpriseOwner|DeployKey)$/.test(actor_type) ? null : (actor_id ?? null),
        actor_type,
        bypass_mode,
      })),
    }),
    ...(conditions !== undefined && { conditions: z.parse(state.RulesetConditions, conditions) }),
    ...(rules && { rules }),
  };
}

/** Describes who changes the ruleset: a user, or an app acting on its own. */
function currentChange(call: OrganizationCall): state.RulesetChange {
  const { db, now } = call.context;
  const updated_at = timestamp(now());
  const { userId, appId } = refActorOf(db, requireActor(call));
  if (userId !== undefined) return { actor_id: userId, actor_type: "User", updated_at };
  return { actor_id: appId ?? null, actor_type: appId === undefined ? null : "Integration", updated_at };
}

function emitRulesetEvent(
  call: OrganizationCall,
  action: "created" | "edited" | "deleted",
  ruleset: state.Ruleset,
  before?: state.Ruleset,
): void {
  const { context, organization } = call;
  context.deliveries.emitInOrganization(
    organization.id,
    rulesetEvent(context, organization, requireActor(call), action, ruleset, before),
  );
}
