import { type Database, exists } from "./database.ts";
import { Team, teamIdsQuery } from "./teams.ts";

export const SECURITY_MANAGER_TABLES = `
CREATE TABLE security_manager_teams (
  team_id INTEGER PRIMARY KEY REFERENCES teams ON DELETE CASCADE
) STRICT;
`;

/**
 * SQL query for the organizations whose security a user manages, directly or through a team. Security managers can read
 * all repositories of the organization.
 * @param user the query's parameter for the user, which is used twice
 * @see GitHub's documentation on security managers
 */
export const securedOrganizationsQuery = (
  user: string,
) => `SELECT organization_id FROM organization_roles WHERE user_id = ${user} AND role = 'security-manager'
    UNION ALL SELECT t.organization_id FROM security_manager_teams s JOIN teams t ON t.id = s.team_id
      WHERE s.team_id IN (${teamIdsQuery(user)})`;

export function isSecurityManager(db: Database, organizationId: number, userId: number): boolean {
  const sql = `SELECT 1 WHERE ?1 IN (${securedOrganizationsQuery("?2")})`;
  return exists(db, sql, organizationId, userId);
}

/** Returns an organization's security manager teams, by name. */
export function securityManagerTeams(db: Database, organizationId: number): Team[] {
  const sql = `SELECT t.* FROM security_manager_teams s JOIN teams t ON t.id = s.team_id
    WHERE t.organization_id = ? ORDER BY t.slug`;
  return db.all(Team, sql, organizationId);
}

/** Makes a team a security manager. Idempotent. */
export function addSecurityManagerTeam(db: Database, teamId: number): void {
  db.run("INSERT OR IGNORE INTO security_manager_teams VALUES (?)", teamId);
}

/** Removes a team's security manager role. Idempotent. */
export function removeSecurityManagerTeam(db: Database, teamId: number): void {
  db.run("DELETE FROM security_manager_teams WHERE team_id = ?", teamId);
}
