import {
  collaboratorAddedEvent,
  collaboratorEditedEvent,
  collaboratorRemovedEvent,
} from "../deliveries/events/collaborators.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { type Account, memberRole } from "../state/accounts.ts";
import { unassignFromRepository } from "../state/issues.ts";
import * as states from "../state/repositories.ts";
import { type RepositoryInvitation, repositoryInvitations } from "../state/repository-invitations.ts";
import { removeStar } from "../state/stars.ts";
import { deleteSubscription } from "../state/subscriptions.ts";
import { timestamp } from "../timestamp.ts";

/** Repository of a change of its collaborators, and the account that makes it. */
export interface CollaboratorContext {
  readonly context: EmulatorContext;
  readonly repository: states.Repository;
  readonly sender: Account;
}

/**
 * Adds a collaborator, or changes the permission of one. Users who aren't members of the organization that owns the
 * repository are invited.
 * @returns the invitation, if the user must accept one first
 */
export function addCollaborator(
  collaboratorContext: CollaboratorContext,
  user: Account,
  permission: states.Permission,
): RepositoryInvitation | undefined {
  const { context, repository, sender } = collaboratorContext;
  const { db, deliveries } = context;
  const existing = states.collaborators.find(db, { repository_id: repository.id, user_id: user.id });
  if (existing) {
    if (existing.permission === permission) return undefined;
    states.collaborators.update(db, { repository_id: repository.id, user_id: user.id }, { permission });
    const change = { before: existing.permission, after: permission };
    deliveries.emit(repository.id, collaboratorEditedEvent(context, repository, user, sender, change));
    return undefined;
  }
  if (memberRole(db, repository.owner_id, user.id) === undefined) return invite(collaboratorContext, user, permission);
  grantAccess(collaboratorContext, user, permission);
  return undefined;
}

/** Invites a user, or replaces an open invitation, so that it does not expire. */
function invite(
  { context, repository, sender }: CollaboratorContext,
  invitee: Account,
  permission: states.Permission,
): RepositoryInvitation {
  return repositoryInvitations.putReturning(
    context.db,
    {
      repository_id: repository.id,
      invitee_id: invitee.id,
      inviter_id: sender.id,
      permission,
      created_at: timestamp(context.now()),
    },
    ["repository_id", "invitee_id"],
  );
}

function grantAccess(
  { context, repository, sender }: CollaboratorContext,
  user: Account,
  permission: states.Permission,
): void {
  states.addCollaborator(context.db, repository.id, { userId: user.id }, permission);
  context.deliveries.emit(repository.id, collaboratorAddedEvent(context, repository, user, sender, permission));
}

/** Makes the invited user a collaborator and deletes the invitation. The sender is the user. */
export function acceptInvitation(
  collaboratorContext: CollaboratorContext,
  { id, permission }: RepositoryInvitation,
): void {
  const { context, sender } = collaboratorContext;
  repositoryInvitations.delete(context.db, { id });
  grantAccess(collaboratorContext, sender, permission);
}

/**
 * Removes a collaborator with the invitations that they sent. Users without any other access also lose their
 * assignments, their star and, in a private repository, their subscription.
 */
export function removeCollaborator({ context, repository, sender }: CollaboratorContext, user: Account): void {
  const { db, deliveries } = context;
  const isRemoved = states.collaborators.delete(db, { repository_id: repository.id, user_id: user.id }) > 0;
  if (!isRemoved) return;
  deliveries.emit(repository.id, collaboratorRemovedEvent(context, repository, user, sender));
  repositoryInvitations.delete(db, { repository_id: repository.id, inviter_id: user.id });
  if (states.grantedPermission(db, repository, user.id) !== "none") return;
  unassignFromRepository(db, repository.id, user.id);
  removeStar(db, repository.id, user.id);
  if (repository.private) deleteSubscription(db, repository.id, user.id);
}
