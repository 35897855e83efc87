import { key, reference } from "./columns.ts";
import { type Database, exists } from "./database.ts";
import { table } from "./table.ts";
import { type Team, teamIdsQuery, teams } from "./teams.ts";

export const securityManagerTeams = table("security_manager_teams", { team_id: key(reference("teams")) });

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
export function securityManagerTeamsOf(db: Database, organizationId: number): Team[] {
  const sql = `SELECT t.* FROM security_manager_teams s JOIN teams t ON t.id = s.team_id
    WHERE t.organization_id = ? ORDER BY t.slug`;
  return db.all(teams, sql, organizationId);
}
