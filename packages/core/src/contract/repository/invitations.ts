import { RepositoryInvitation } from "../objects/invitation.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { permissionAccess, WRITE_REPO_SCOPES } from "../permission-access.ts";

/**
 * Lists the open invitations to a repository.
 * @see https://docs.github.com/rest/collaborators/invitations#list-repository-invitations
 */
export const listRepositoryInvitations = operation("GET /repos/{owner}/{repo}/invitations", () => ({
  ...list(RepositoryInvitation.schema()),
  // The user permission for private repository invitations suffices as well (source: docs).
  access: permissionAccess("administration", "read", [WRITE_REPO_SCOPES], {
    roles: ["repository-admin"],
    hasOtherRequirements: true,
  }),
}));
