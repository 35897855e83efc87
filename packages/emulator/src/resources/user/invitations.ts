import { acceptRepositoryInvitation, listReceivedRepositoryInvitations } from "@forgehand/core/operations";
import { acceptInvitation } from "../../effects/collaborators.ts";
import { renderPage, userHandler } from "../../http/handler.ts";
import { conflict, notFound } from "../../http-error.ts";
import { renderRepositoryInvitation } from "../../objects/repository-invitation.ts";
import { collaborators, repositoryOf } from "../../state/repositories.ts";
import { isExpired, openInvitationsOf, repositoryInvitations } from "../../state/repository-invitations.ts";

export const invitations = [
  userHandler(listReceivedRepositoryInvitations, (_input, call) => {
    const { context, user, page } = call;
    return renderPage(call, openInvitationsOf(context.db, user.id, context.now(), page), (invitation) =>
      renderRepositoryInvitation(context, invitation),
    );
  }),

  userHandler(acceptRepositoryInvitation, ({ invitation_id }, call) => {
    const { context, user } = call;
    const { db } = context;
    const invitation = repositoryInvitations.find(db, { id: invitation_id });
    if (invitation?.invitee_id !== user.id || isExpired(invitation, context.now())) throw notFound();
    const { repository_id } = invitation;
    if (collaborators.has(db, { repository_id, user_id: user.id })) {
      throw conflict("The user is already a collaborator of this repository.");
    }
    const repository = repositoryOf(db, repository_id);
    db.transaction(() => acceptInvitation({ context, repository, sender: user }, invitation));
  }),
];
