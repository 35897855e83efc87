import { definitionOf, isSchema } from "@forgehand/core/contract";
import { toWire } from "@forgehand/core/dialects";
import { getRuleset } from "@forgehand/core/operations";
import { renderRuleset } from "../../objects/ruleset.ts";
import type { Account } from "../../state/accounts.ts";
import type { Ruleset } from "../../state/rulesets.ts";
import type { Event, World } from "../../world.ts";
import { organizationPayload } from "./payload.ts";

/**
 * A ruleset of an organization came, changed or went (public description: repository_ruleset). Of a change it tells the
 * name and the enforcement that were.
 */
export function rulesetEvent(
  world: World,
  organization: Account,
  sender: Account,
  action: "created" | "edited" | "deleted",
  ruleset: Ruleset,
  before?: Ruleset,
): Event {
  // What the contract leaves open goes out as it is written here, the vendor's words too.
  const schema = definitionOf(getRuleset).success[200];
  const { conditions, ...fields } = renderRuleset(world, ruleset);
  // Where there are none, an event leaves them out.
  const rendered = { ...fields, ...(conditions ? { conditions } : {}) };
  const changes = before && {
    ...(before.name === ruleset.name ? {} : { name: { from: before.name } }),
    ...(before.enforcement === ruleset.enforcement ? {} : { enforcement: { from: before.enforcement } }),
  };
  return {
    ...{ name: "repository_ruleset", action },
    payload: {
      action,
      repository_ruleset: isSchema(schema) ? toWire(world.dialect, schema, rendered) : rendered,
      ...(changes ? { changes } : {}),
      ...organizationPayload(world, organization, sender),
    },
  };
}
