import * as z from "zod/mini";
import type { Requirement } from "../access.ts";
import { Team } from "../objects/team.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { permissionAccess } from "../permission-access.ts";

const scopes = () =>
  (["read:org", "user", "repo"] as const).map((scope): readonly Requirement[] => [{ scope, source: "recording" }]);

/**
 * Lists the teams of an organization that the caller can see.
 * @see https://docs.github.com/rest/teams/teams#list-teams
 */
export const listTeams = operation("GET /orgs/{org}/teams", () => ({
  ...list(Team.schema(), { team_type: z._default(z.enum(["all", "enterprise", "organization"]), "all") }),
  otherStatuses: [403],
  access: permissionAccess("members", "read", scopes(), { roles: ["organization-member"] }),
}));
