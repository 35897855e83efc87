import type { Account } from "./accounts.ts";
import { integer, key, nullable, oneOf, type RowOf, reference, text, typedName } from "./columns.ts";
import { type Database, exists, queryCount, queryIds } from "./database.ts";
import { table } from "./table.ts";

export const teamMembers = table(
  "team_members",
  {
    team_id: reference("teams"),
    user_id: reference("accounts"),
  },
  {
    key: ["team_id", "user_id"],
    indexes: { team_members_by_user: "user_id" },
    more: `
-- Members of a child team inherit the permissions of its parent teams.
CREATE VIEW people_of_teams (team_id, user_id) AS
  WITH RECURSIVE above (team_id, user_id) AS (
    SELECT team_id, user_id FROM team_members
    UNION SELECT t.parent_id, a.user_id FROM above a JOIN teams t ON t.id = a.team_id WHERE t.parent_id IS NOT NULL
  ) SELECT team_id, user_id FROM above;
`,
  },
);

/**
 * SQL query for the ids of a user's teams and their parent teams.
 * @param user the query's parameter for the user
 */
export const teamIdsQuery = (user: string) => `WITH RECURSIVE above (team_id) AS (
    SELECT team_id FROM team_members WHERE user_id = ${user}
    UNION SELECT t.parent_id FROM above JOIN teams t ON t.id = above.team_id WHERE t.parent_id IS NOT NULL
  ) SELECT team_id FROM above`;

export const teams = table(
  "teams",
  {
    id: key(integer()),
    organization_id: reference("accounts"),
    slug: typedName(),
    name: text(),
    description: nullable(text()),
    privacy: oneOf(["closed", "secret"]),
    notification_setting: oneOf(["notifications_enabled", "notifications_disabled"]),
    parent_id: nullable(reference("teams", "SET NULL")),
    created_at: text(),
    updated_at: text(),
  },
  { unique: [["organization_id", "slug"]] },
);
export type Team = RowOf<typeof teams>;

export type UserOrTeam = { readonly user: Account } | { readonly team: Team };
export type UserOrTeamId = { readonly userId: number } | { readonly teamId: number };

export function createTeam(db: Database, team: Omit<Team, "id">): Team {
  const { id } = teams.insert(db, team);
  return { ...team, id };
}

/** Returns the ids of a team's direct members. */
export function teamMemberIds(db: Database, teamId: number): number[] {
  return queryIds(db, "SELECT user_id AS id FROM team_members WHERE team_id = ? ORDER BY user_id", teamId);
}

/** Returns whether a user is in a team or one of its child teams. */
export function isInTeam(db: Database, teamId: number, userId: number): boolean {
  return exists(db, "SELECT 1 FROM people_of_teams WHERE team_id = ? AND user_id = ?", teamId, userId);
}

/** Returns the number of people in a team and its child teams. */
export function countTeamMembers(db: Database, teamId: number): number {
  return queryCount(db, "SELECT count(*) AS count FROM people_of_teams WHERE team_id = ?", teamId);
}
