import * as z from "zod/mini";
import { TeamRepository } from "../objects/repository.ts";
import { Team, TeamProfile } from "../objects/team.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { membersReadScopes, membersWriteScopes, PRIVATE_REPO_SCOPE, permissionAccess } from "../permission-access.ts";
import { create, get } from "../reads-and-writes.ts";

const READ_ACCESS = permissionAccess("members", "read", membersReadScopes("recording"), {
  roles: ["organization-member"],
});

/**
 * Lists the teams of an organization that the caller can see.
 * @see https://docs.github.com/rest/teams/teams#list-teams
 */
export const listTeams = operation("GET /orgs/{org}/teams", () => ({
  ...list(Team.schema(), { team_type: z._default(z.enum(["all", "enterprise", "organization"]), "all") }),
  otherStatuses: [403],
  access: READ_ACCESS,
}));

/**
 * Gets a team by its slug.
 * @see https://docs.github.com/rest/teams/teams#get-a-team-by-name
 */
export const getTeam = operation("GET /orgs/{org}/teams/{team_slug}", () =>
  get({ access: READ_ACCESS }, TeamProfile.schema(), [404]),
);

/**
 * Creates a team. A user who creates it becomes its maintainer.
 * @see https://docs.github.com/rest/teams/teams#create-a-team
 */
export const createTeam = operation("POST /orgs/{org}/teams", () => ({
  body: z.object({
    name: z.string(),
    description: z.optional(z.string()),
    /** Logins of members who become maintainers. */
    maintainers: z.optional(z.array(z.string())),
    /** Full names of repositories that the team gets access to. */
    repo_names: z.optional(z.array(z.string())),
    /** By default `secret`, or `closed` for a team with a parent. */
    privacy: z.optional(z.enum(["secret", "closed"])),
    notification_setting: z.optional(z.enum(["notifications_enabled", "notifications_disabled"])),
    permission: z._default(z.enum(["pull", "push"]), "pull"),
    parent_team_id: z.optional(z.int()),
    parent_team_slug: z.optional(z.string()),
  }),
  ...create(
    {
      access: permissionAccess("members", "write", membersWriteScopes("recording"), {
        roles: ["organization-member"],
      }),
    },
    TeamProfile.schema(),
    [403, 422],
  ),
}));

/**
 * Returns whether a team has access to a repository; the media type `repository` returns the repository with the team's
 * permissions.
 * @see https://docs.github.com/rest/teams/teams#check-team-permissions-for-a-repository
 */
export const checkTeamRepository = operation("GET /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}", () => ({
  success: { 200: TeamRepository.schema(), 204: true },
  absent: { 404: false },
  media: { repository: TeamRepository.schema() },
  access: {
    ...READ_ACCESS,
    requirements: [
      [
        { permission: "members", level: "read" },
        { permission: "metadata", level: "read" },
      ],
      // A private repository needs `repo` (docs), whatever the organization's scope.
      [{ scope: "read:org", source: "recording" }, ...PRIVATE_REPO_SCOPE],
      [{ scope: "user", source: "recording" }, ...PRIVATE_REPO_SCOPE],
      [{ scope: "repo" }],
      [{ scope: "admin:org" }],
    ],
  },
  retry: "safe",
}));
