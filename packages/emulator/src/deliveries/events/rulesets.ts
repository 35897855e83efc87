import { definitionOf, isSchema } from "@forgehand/core/contract";
import { toWire } from "@forgehand/core/dialects";
import { getRuleset } from "@forgehand/core/operations";
import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { renderRuleset } from "../../objects/ruleset.ts";
import type { Account } from "../../state/accounts.ts";
import type { Ruleset } from "../../state/rulesets.ts";
import { organizationPayload } from "./common-payload.ts";

/**
 * Creates the event for a created, changed or deleted ruleset (`repository_ruleset`). For a change, it has the previous
 * name and enforcement.
 */
export function rulesetEvent(
  context: EmulatorContext,
  organization: Account,
  sender: Account,
  action: "created" | "edited" | "deleted",
  ruleset: Ruleset,
  before?: Ruleset,
): WebhookEvent {
  // The contract doesn't define this event's payload, so the vendor's names must be translated here.
  const schema = definitionOf(getRuleset).success[200];
  const { conditions, ...fields } = renderRuleset(context, ruleset);
  // Events omit missing conditions.
  const rendered = { ...fields, ...(conditions ? { conditions } : {}) };
  const changes = before && {
    ...(before.name === ruleset.name ? {} : { name: { from: before.name } }),
    ...(before.enforcement === ruleset.enforcement ? {} : { enforcement: { from: before.enforcement } }),
  };
  return {
    name: "repository_ruleset",
    action,
    payload: {
      action,
      repository_ruleset: isSchema(schema) ? toWire(context.dialect, schema, rendered) : rendered,
      ...(changes ? { changes } : {}),
      ...organizationPayload(context, organization, sender),
    },
  };
}
