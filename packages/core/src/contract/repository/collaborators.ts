import * as z from "zod/mini";
import { Team } from "../objects/team.ts";
import { Collaborator } from "../objects/user.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { permissionAccess, WRITE_REPO_SCOPES } from "../permission-access.ts";

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
  // For organization repositories `read:org` is documented as well, but requests without it succeed.
  access: permissionAccess("metadata", "read", ["repo"], { roles: ["push"] }),
}));

/**
 * Lists the teams with access to a repository.
 * @see https://docs.github.com/rest/repos/repos#list-repository-teams
 */
export const listRepositoryTeams = operation("GET /repos/{owner}/{repo}/teams", () => ({
  ...list(Team.schema()),
  otherStatuses: [404],
  access: permissionAccess("administration", "read", [WRITE_REPO_SCOPES]),
}));
