import { ANONYMOUS } from "../callers/caller.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import { repositoryOf } from "../state/repositories.ts";
import { isExpired, type RepositoryInvitation } from "../state/repository-invitations.ts";
import { roleNameOf } from "./collaborator.ts";
import { renderRepository } from "./repository.ts";
import { nodeId, renderUser } from "./user.ts";

/** Renders an invitation to collaborate on a repository. */
export function renderRepositoryInvitation(context: EmulatorContext, invitation: RepositoryInvitation) {
  const { db, apiUrl, now } = context;
  const repository = renderRepository(context, repositoryOf(db, invitation.repository_id), ANONYMOUS);
  return {
    id: invitation.id,
    node_id: nodeId("RepositoryInvitation", invitation.id),
    repository,
    invitee: renderUser(context, getAccount(db, invitation.invitee_id)),
    inviter: renderUser(context, getAccount(db, invitation.inviter_id)),
    permissions: roleNameOf(invitation.permission),
    created_at: invitation.created_at,
    expired: isExpired(invitation, now()),
    url: `${apiUrl}/user/repository_invitations/${invitation.id}`,
    html_url: `${repository.html_url}/invitations`,
  };
}
