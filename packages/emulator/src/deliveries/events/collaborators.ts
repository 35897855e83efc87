import type { EmulatorContext, WebhookEvent } from "../../emulator-context.ts";
import { LEGACY_PERMISSIONS, roleNameOf } from "../../objects/collaborator.ts";
import { renderUser } from "../../objects/user.ts";
import type { Account } from "../../state/accounts.ts";
import type { Permission, Repository } from "../../state/repositories.ts";
import { commonPayload } from "./common-payload.ts";

/** Creates an event about a collaborator of a repository (`member`). */
function collaboratorEvent(
  context: EmulatorContext,
  repository: Repository,
  member: Account,
  sender: Account,
  action: string,
  changes?: object,
): WebhookEvent {
  const extraFields = changes ? { changes } : {};
  return {
    name: "member",
    action,
    get payload() {
      const common = { member: renderUser(context, member), ...extraFields };
      return { action, ...common, ...commonPayload(context, repository, sender) };
    },
  };
}

/** Creates the event for a new collaborator. */
export function collaboratorAddedEvent(
  context: EmulatorContext,
  repository: Repository,
  member: Account,
  sender: Account,
  permission: Permission,
): WebhookEvent {
  return collaboratorEvent(context, repository, member, sender, "added", {
    permission: { to: LEGACY_PERMISSIONS[permission] },
    role_name: { to: roleNameOf(permission) },
  });
}

/** Creates the event for a collaborator whose permission changed. */
export function collaboratorEditedEvent(
  context: EmulatorContext,
  repository: Repository,
  member: Account,
  sender: Account,
  permission: { readonly before: Permission; readonly after: Permission },
): WebhookEvent {
  const [from, to] = [LEGACY_PERMISSIONS[permission.before], LEGACY_PERMISSIONS[permission.after]];
  return collaboratorEvent(context, repository, member, sender, "edited", {
    old_permission: { from },
    permission: { from, to },
  });
}

/** Creates the event for a collaborator who was removed. */
export function collaboratorRemovedEvent(
  context: EmulatorContext,
  repository: Repository,
  member: Account,
  sender: Account,
): WebhookEvent {
  return collaboratorEvent(context, repository, member, sender, "removed");
}
