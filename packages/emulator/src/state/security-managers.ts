import { type Database, exists } from "./database.ts";
import { Team, teamIdsQuery } from "./teams.ts";

export const SECURITY_MANAGER_TABLES = `
CREATE TABLE security_manager_teams (
  team_id INTEGER PRIMARY KEY REFERENCES teams ON DELETE CASCADE
) STRICT;
`;

/**
 * The organizations whose security somebody looks after, by themselves or in a team: a query. They may read all of its
 * repositories (public documents: security managers).
 * @param user the query's parameter that says who, which it takes twice
 */
export const securedQuery = (
  user: string,
) => `SELECT organization_id FROM organization_roles WHERE user_id = ${user} AND role = 'security-manager'
    UNION ALL SELECT t.organization_id FROM security_manager_teams s JOIN teams t ON t.id = s.team_id
      WHERE s.team_id IN (${teamIdsQuery(user)})`;

export function isSecurityManager(db: Database, organizationId: number, userId: number): boolean {
  const sql = `SELECT 1 WHERE ?1 IN (${securedQuery("?2")})`;
  return exists(db, sql, organizationId, userId);
}

/** The teams of an organization whose members look after its security, by name. */
export function securityManagerTeams(db: Database, organizationId: number): Team[] {
  const sql = `SELECT t.* FROM security_manager_teams s JOIN teams t ON t.id = s.team_id
    WHERE t.organization_id = ? ORDER BY t.slug`;
  return db.all(Team, sql, organizationId);
}

/** Makes a team's members security managers; saying it twice does no more. */
export function addSecurityManagerTeam(db: Database, teamId: number): void {
  db.run("INSERT OR IGNORE INTO security_manager_teams VALUES (?)", teamId);
}

/** They are none any more; saying it twice does no more. */
export function removeSecurityManagerTeam(db: Database, teamId: number): void {
  db.run("DELETE FROM security_manager_teams WHERE team_id = ?", teamId);
}
