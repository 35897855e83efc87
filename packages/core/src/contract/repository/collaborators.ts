import * as z from "zod/mini";
import { RepositoryInvitation } from "../objects/invitation.ts";
import { Team } from "../objects/team.ts";
import { Collaborator, CollaboratorPermission } from "../objects/user.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { PRIVATE_REPO_SCOPE, permissionAccess, WRITE_REPO_SCOPES } from "../permission-access.ts";
import { change, get } from "../reads-and-writes.ts";

// For organization repositories `read:org` is documented as well, but requests without it succeed.
const READ_ACCESS = permissionAccess("metadata", "read", ["repo"], { roles: ["push"] });

/**
 * Lists the users with access to a repository, who can be requested as reviewers.
 * @see https://docs.github.com/rest/collaborators/collaborators#list-repository-collaborators
 */
export const listCollaborators = operation("GET /repos/{owner}/{repo}/collaborators", () => ({
  ...list(Collaborator.schema(), {
    affiliation: z._default(z.enum(["outside", "direct", "all"]), "all"),
    permission: z.optional(z.enum(["pull", "triage", "push", "maintain", "admin"])),
  }),
  otherStatuses: [404],
  access: READ_ACCESS,
}));

/**
 * Returns whether a user has access to a repository beyond reading what is public.
 * @see https://docs.github.com/rest/collaborators/collaborators#check-if-a-user-is-a-repository-collaborator
 */
export const checkCollaborator = operation("GET /repos/{owner}/{repo}/collaborators/{username}", () => ({
  success: { 204: true },
  absent: { 404: false },
  access: READ_ACCESS,
  retry: "safe",
}));

/**
 * Gets the permission and role of a user in a repository.
 * @see https://docs.github.com/rest/collaborators/collaborators#get-repository-permissions-for-a-user
 */
export const getCollaboratorPermission = operation(
  "GET /repos/{owner}/{repo}/collaborators/{username}/permission",
  () =>
    get(
      { access: permissionAccess("metadata", "read", [PRIVATE_REPO_SCOPE], { roles: ["push"] }) },
      CollaboratorPermission.schema(),
      [404],
    ),
);

/**
 * Invites a user to a repository, or changes a collaborator's permission. No invitation is needed (204) for a
 * collaborator, and for a member of the organization that owns the repository.
 * @see https://docs.github.com/rest/collaborators/collaborators#add-a-repository-collaborator
 */
export const addCollaborator = operation("PUT /repos/{owner}/{repo}/collaborators/{username}", () => ({
  body: z.object({
    /** `pull`, `triage`, `push`, `maintain`, `admin`, or a custom role; only for repositories of organizations. */
    permission: z._default(z.string(), "push"),
  }),
  success: { 201: RepositoryInvitation.schema(), 204: undefined },
  otherStatuses: [403, 422],
  access: permissionAccess("administration", "write", [WRITE_REPO_SCOPES], { roles: ["repository-admin"] }),
  retry: "idempotent",
  pace: { createsContent: true },
}));

/**
 * Removes a collaborator from a repository. Collaborators can also remove themselves.
 * @see https://docs.github.com/rest/collaborators/collaborators#remove-a-repository-collaborator
 */
export const removeCollaborator = operation("DELETE /repos/{owner}/{repo}/collaborators/{username}", () =>
  change(
    {
      access: permissionAccess("administration", "write", [WRITE_REPO_SCOPES], {
        roles: ["repository-admin", "collaborator"],
      }),
    },
    [403, 422],
  ),
);

/**
 * Lists the teams with access to a repository.
 * @see https://docs.github.com/rest/repos/repos#list-repository-teams
 */
export const listRepositoryTeams = operation("GET /repos/{owner}/{repo}/teams", () => ({
  ...list(Team.schema()),
  otherStatuses: [404],
  access: permissionAccess("administration", "read", [WRITE_REPO_SCOPES]),
}));
