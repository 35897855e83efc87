import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import { timestamp } from "../../timestamp.ts";
import { commonPayload } from "./common-payload.ts";

/** Creates the event for a created or removed star. */
export function starEvent(
  context: EmulatorContext,
  repository: Repository,
  sender: Account,
  action: "created" | "deleted",
): WebhookEvent {
  const starred_at = action === "created" ? timestamp(context.now()) : null;
  return {
    name: "star",
    action,
    // Evaluated only if a webhook receives the event.
    get payload() {
      return { action, starred_at, ...commonPayload(context, repository, sender) };
    },
  };
}

/** Creates the additional event for a new star. For GitHub, `watch` means starring. */
export function watchEvent(context: EmulatorContext, repository: Repository, sender: Account): WebhookEvent {
  const action = "started";
  return {
    name: "watch",
    action,
    get payload() {
      return { action, ...commonPayload(context, repository, sender) };
    },
  };
}
