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
  const { conditions, ...fields } = renderRuleset(context, ruleset);
  const changes = before && {
    ...(before.name === ruleset.name ? {} : { name: { from: before.name } }),
    ...(before.enforcement === ruleset.enforcement ? {} : { enforcement: { from: before.enforcement } }),
  };
  return {
    name: "repository_ruleset",
    action,
    payload: {
      action,
      // Events omit missing conditions.
      repository_ruleset: { ...fields, ...(conditions ? { conditions } : {}) },
      ...(changes ? { changes } : {}),
      ...organizationPayload(context, organization, sender),
    },
  };
}
