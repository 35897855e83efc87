import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import { commonPayload } from "./common-payload.ts";

/** Creates the event for a completed source import (`repository_import`). */
export function importEvent(
  context: EmulatorContext,
  repository: Repository,
  sender: Account,
  status: "success" | "failure" | "cancelled",
): WebhookEvent {
  return {
    name: "repository_import",
    action: null,
    get payload() {
      return { status, ...commonPayload(context, repository, sender) };
    },
  };
}
