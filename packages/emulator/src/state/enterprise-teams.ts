import * as z from "zod/mini";
import { Account } from "./accounts.ts";
import { type Database, exists, type PageRange, queryPage, type RowPage } from "./database.ts";

export const ENTERPRISE_TEAM_TABLES = `
CREATE TABLE enterprise_teams (
  id INTEGER PRIMARY KEY, enterprise_id INTEGER NOT NULL REFERENCES enterprises ON DELETE CASCADE,
  slug TEXT NOT NULL COLLATE NOCASE, name TEXT NOT NULL, UNIQUE (enterprise_id, slug)
) STRICT;
CREATE TABLE enterprise_team_organizations (
  team_id INTEGER NOT NULL REFERENCES enterprise_teams ON DELETE CASCADE,
  organization_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE, PRIMARY KEY (team_id, organization_id)
) STRICT;
`;

/** A team of an enterprise, which can be assigned to its organizations. */
export const EnterpriseTeam = z.object({ id: z.int(), enterprise_id: z.int(), slug: z.string(), name: z.string() });
export type EnterpriseTeam = z.output<typeof EnterpriseTeam>;

export function createEnterpriseTeam(db: Database, enterpriseId: number, name: string): EnterpriseTeam {
  const team = { enterprise_id: enterpriseId, slug: enterpriseTeamSlug(name), name };
  const { id } = db.run(
    "INSERT INTO enterprise_teams (enterprise_id, slug, name) VALUES (?, ?, ?)",
    ...[enterpriseId, team.slug, name],
  );
  return { ...team, id };
}

export function enterpriseTeamSlug(name: string): string {
  const words = name.toLowerCase().replace(/[^a-z0-9_]+/g, "-");
  return `ent:${words.replace(/^-|-$/g, "")}`;
}

export function findEnterpriseTeam(db: Database, enterpriseId: number, slugOrId: string): EnterpriseTeam | undefined {
  return db.get(
    EnterpriseTeam,
    "SELECT * FROM enterprise_teams WHERE enterprise_id = ?1 AND (slug = ?2 OR CAST(id AS TEXT) = ?2)",
    ...[enterpriseId, slugOrId],
  );
}

/** Returns the organizations that a team is assigned to, by login. */
export function assignedOrganizations(db: Database, teamId: number, pageRange: PageRange): RowPage<Account> {
  const query = `a.* FROM enterprise_team_organizations t JOIN accounts a ON a.id = t.organization_id
    WHERE t.team_id = ? ORDER BY a.login`;
  return queryPage(db, Account, query, [teamId], pageRange);
}

export function isAssigned(db: Database, teamId: number, organizationId: number): boolean {
  const sql = "SELECT 1 FROM enterprise_team_organizations WHERE team_id = ? AND organization_id = ?";
  return exists(db, sql, teamId, organizationId);
}

/** Assigns a team to an organization. Idempotent. */
export function assignTeam(db: Database, teamId: number, organizationId: number): void {
  db.run("INSERT OR IGNORE INTO enterprise_team_organizations VALUES (?, ?)", teamId, organizationId);
}

/** Removes a team from an organization. Idempotent. */
export function unassignTeam(db: Database, teamId: number, organizationId: number): void {
  const sql = "DELETE FROM enterprise_team_organizations WHERE team_id = ? AND organization_id = ?";
  db.run(sql, teamId, organizationId);
}
