import * as z from "zod/mini";
import type { Account } from "./accounts.ts";
import { type Database, exists, queryIds } from "./database.ts";

export const TEAM_TABLES = `
CREATE TABLE teams (
  id INTEGER PRIMARY KEY, organization_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
  slug TEXT NOT NULL COLLATE NOCASE, name TEXT NOT NULL, description TEXT, privacy TEXT NOT NULL,
  notification_setting TEXT NOT NULL, parent_id INTEGER REFERENCES teams ON DELETE SET NULL,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, UNIQUE (organization_id, slug)
) STRICT;
CREATE TABLE team_members (
  team_id INTEGER NOT NULL REFERENCES teams ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, PRIMARY KEY (team_id, user_id)
) STRICT;
CREATE INDEX team_members_by_user ON team_members (user_id);
-- Members of a child team inherit the permissions of its parent teams.
CREATE VIEW people_of_teams (team_id, user_id) AS
  WITH RECURSIVE above (team_id, user_id) AS (
    SELECT team_id, user_id FROM team_members
    UNION SELECT t.parent_id, a.user_id FROM above a JOIN teams t ON t.id = a.team_id WHERE t.parent_id IS NOT NULL
  ) SELECT team_id, user_id FROM above;
`;

/**
 * SQL query for the ids of a user's teams and their parent teams.
 * @param user the query's parameter for the user
 */
export const teamIdsQuery = (user: string) => `WITH RECURSIVE above (team_id) AS (
    SELECT team_id FROM team_members WHERE user_id = ${user}
    UNION SELECT t.parent_id FROM above JOIN teams t ON t.id = above.team_id WHERE t.parent_id IS NOT NULL
  ) SELECT team_id FROM above`;

export const Team = z.object({
  id: z.int(),
  organization_id: z.int(),
  slug: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  privacy: z.enum(["closed", "secret"]),
  notification_setting: z.enum(["notifications_enabled", "notifications_disabled"]),
  parent_id: z.nullable(z.int()),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Team = z.output<typeof Team>;

export type UserOrTeam = { readonly user: Account } | { readonly team: Team };
export type UserOrTeamId = { readonly userId: number } | { readonly teamId: number };

export function createTeam(db: Database, team: Omit<Team, "id">): Team {
  const { id } = db.run(
    `INSERT INTO teams (organization_id, slug, name, description, privacy, notification_setting, parent_id, created_at,
       updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[team.organization_id, team.slug, team.name, team.description, team.privacy, team.notification_setting],
    ...[team.parent_id, team.created_at, team.updated_at],
  );
  return { ...team, id };
}

export function addTeamMember(db: Database, teamId: number, userId: number): void {
  db.run("INSERT INTO team_members VALUES (?, ?)", teamId, userId);
}

export function findTeam(db: Database, organizationId: number, slug: string): Team | undefined {
  return db.get(Team, "SELECT * FROM teams WHERE organization_id = ? AND slug = ?", organizationId, slug);
}

export function getTeam(db: Database, id: number): Team | undefined {
  return db.get(Team, "SELECT * FROM teams WHERE id = ?", id);
}

/** Returns whether a user is in a team or one of its child teams. */
/** Returns the ids of a team's direct members. */
export function teamMemberIds(db: Database, teamId: number): number[] {
  return queryIds(db, "SELECT user_id AS id FROM team_members WHERE team_id = ? ORDER BY user_id", teamId);
}

export function isInTeam(db: Database, teamId: number, userId: number): boolean {
  return exists(db, "SELECT 1 FROM people_of_teams WHERE team_id = ? AND user_id = ?", teamId, userId);
}
