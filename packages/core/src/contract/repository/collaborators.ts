import * as z from "zod/mini";
import { allow, WRITE_REPO } from "../allow.ts";
import { Team } from "../objects/team.ts";
import { Collaborator } from "../objects/user.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";

/** Who may be asked for a review: the people with access to a repository (public description). */
export const listCollaborators = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/collaborators", () => ({
  ...list(Collaborator(), {
    affiliation: z._default(z.enum(["outside", "direct", "all"]), "all"),
    permission: z.optional(z.enum(["pull", "triage", "push", "maintain", "admin"])),
  }),
  otherStatuses: [404],
  // Of organizations' repositories `read:org` is asked for as well, but who lacks it is served all the same.
  access: allow("metadata", "read", ["repo"], { roles: ["push"] }),
}));

/** The teams with access to a repository (public description). */
export const listRepositoryTeams = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/teams", () => ({
  ...list(Team()),
  otherStatuses: [404],
  access: allow("administration", "read", [WRITE_REPO]),
}));
