import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { renderAdvisory } from "../../objects/advisory.ts";
import type { Account } from "../../state/accounts.ts";
import type { Advisory } from "../../state/advisories.ts";
import type { Repository } from "../../state/repositories.ts";
import { commonPayload } from "./common-payload.ts";

/** Creates the event for a published security advisory (`repository_advisory`). */
export function advisoryPublishedEvent(
  context: EmulatorContext,
  repository: Repository,
  advisory: Advisory,
  sender: Account,
): WebhookEvent {
  const action = "published";
  return {
    name: "repository_advisory",
    action,
    get payload() {
      const eventFields = { action, repository_advisory: renderAdvisory(context, advisory) };
      return { ...eventFields, ...commonPayload(context, repository, sender) };
    },
  };
}
