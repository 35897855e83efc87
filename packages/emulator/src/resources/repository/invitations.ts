import { listRepositoryInvitations } from "@forgehand/core/operations";
import { renderPage, repositoryHandler } from "../../http/handler.ts";
import { renderRepositoryInvitation } from "../../objects/repository-invitation.ts";
import { repositoryInvitations } from "../../state/repository-invitations.ts";

export const invitations = [
  repositoryHandler(listRepositoryInvitations, (_input, call) => {
    const { context, repository, page } = call;
    const rowPage = repositoryInvitations.page(context.db, { repository_id: repository.id }, "id", page);
    return renderPage(call, rowPage, (invitation) => renderRepositoryInvitation(context, invitation));
  }),
];
