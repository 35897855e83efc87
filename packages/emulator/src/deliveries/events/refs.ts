import type { EmulatorContext, RefUpdate, WebhookEvent } from "../../emulator-context.ts";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import { commonPayload } from "./common-payload.ts";
import { pushEvent } from "./push.ts";

/** GitHub emits no events for more branches or tags than this in one push. */
const MAX_BRANCHES = 5000;
const MAX_TAGS = 3;

/** Returns the updates of a push that there are events for: branches, then tags. */
export function reportedUpdates<T extends RefUpdate>(pushes: readonly T[]): T[] {
  const branches = pushes.filter(({ ref }) => ref.startsWith("refs/heads/"));
  const tags = pushes.filter(({ ref }) => ref.startsWith("refs/tags/"));
  return [...(branches.length > MAX_BRANCHES ? [] : branches), ...(tags.length > MAX_TAGS ? [] : tags)];
}

/** Creates the events for branches and tags that were pushed together, including `create` events for new ones. */
export function refEvents(
  context: EmulatorContext,
  repository: Repository,
  sender: Account,
  pushes: readonly RefUpdate[],
): WebhookEvent[] {
  return reportedUpdates(pushes).flatMap((push) => [
    ...(push.before === undefined ? [refEvent(context, repository, sender, "create", push.ref)] : []),
    pushEvent(context, repository, sender, push),
  ]);
}

/** Creates the event for a created or deleted branch or tag (`create`, `delete`). */
export function refEvent(
  context: EmulatorContext,
  repository: Repository,
  sender: Account,
  name: "create" | "delete",
  fullRef: string,
): WebhookEvent {
  const [, kind, ref = ""] = /^refs\/(heads|tags)\/(.*)$/.exec(fullRef) ?? [];
  const reference = { ref, ref_type: kind === "tags" ? "tag" : "branch", pusher_type: "user" };
  const details = { master_branch: repository.default_branch, description: repository.description };
  return {
    name,
    action: null,
    get payload() {
      return { ...reference, ...(name === "create" ? details : {}), ...commonPayload(context, repository, sender) };
    },
  };
}
