import * as z from "zod/mini";
import { integer, type RowOf, row, text } from "./columns.ts";
import { allOf, type Condition } from "./condition.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import { type EnterpriseTeam, enterpriseTeams } from "./enterprise-teams.ts";
import { higherPermission, Permission, type PermissionLevel } from "./repositories.ts";
import { type Team, teams } from "./teams.ts";

/** Whether a team belongs to the organization itself or to its enterprise. */
export const TeamOrigin = z.enum(["organization", "enterprise"]);
export type TeamOrigin = z.output<typeof TeamOrigin>;

/** A team of either origin. */
export type ListedTeam =
  | { readonly origin: "organization"; readonly team: Team }
  | { readonly origin: "enterprise"; readonly team: EnterpriseTeam };

const TeamRow = row({ id: integer(), origin: text(TeamOrigin) });

/**
 * Returns an organization's own teams that match a condition and the enterprise teams assigned to it, by name.
 * @param visible condition on the organization's teams, which are named `t` in its SQL
 */
export function teamsOfOrganization(
  db: Database,
  organizationId: number,
  origins: readonly TeamOrigin[],
  visible: Condition,
  pageRange: PageRange,
): RowPage<ListedTeam> {
  const originFlag = (origin: TeamOrigin) => Number(origins.includes(origin));
  const ownTeams = allOf([
    { sql: "t.organization_id = ? AND ?", values: [organizationId, originFlag("organization")] },
    visible,
  ]);
  const query = `t.id AS id, t.slug AS slug, 'organization' AS origin FROM teams t WHERE ${ownTeams.sql}
    UNION ALL SELECT e.id, e.slug, 'enterprise' FROM enterprise_team_organizations a
      JOIN enterprise_teams e ON e.id = a.team_id WHERE a.organization_id = ? AND ? ORDER BY origin DESC, slug`;
  const { rows, total } = queryPage(
    db,
    TeamRow,
    query,
    [...ownTeams.values, organizationId, originFlag("enterprise")],
    pageRange,
  );
  return { rows: rows.map(({ id, origin }) => listedTeam(db, id, origin)), total };
}

function listedTeam(db: Database, id: number, origin: TeamOrigin): ListedTeam {
  const ownTeam = origin === "organization" ? teams.find(db, { id }) : undefined;
  if (ownTeam) return { origin: "organization", team: ownTeam };
  const team = enterpriseTeams.find(db, { id });
  if (!team) throw new Error(`The state refers to team ${id}, which doesn't exist.`);
  return { origin: "enterprise", team };
}

/**
 * Finds a team of an organization that matches a condition.
 * @param visible condition on the team, which is named `t` in its SQL
 */
export function findTeam(db: Database, organizationId: number, slug: string, visible: Condition): Team | undefined {
  const sql = `SELECT t.* FROM teams t WHERE t.organization_id = ? AND t.slug = ? AND ${visible.sql}`;
  return db.get(teams, sql, organizationId, slug, ...visible.values);
}

/** Returns the permission of a team in a repository: its own, or one that it inherits from its parents. */
export function teamPermission(db: Database, repositoryId: number, teamId: number): PermissionLevel {
  const sql = `WITH RECURSIVE above (team_id) AS (
      SELECT ? UNION SELECT t.parent_id FROM above JOIN teams t ON t.id = above.team_id WHERE t.parent_id IS NOT NULL
    ) SELECT c.permission FROM collaborators c JOIN above ON above.team_id = c.team_id WHERE c.repository_id = ?`;
  const grants = db.all(row({ permission: text(Permission) }), sql, teamId, repositoryId);
  return grants.map(({ permission }) => permission).reduce<PermissionLevel>(higherPermission, "none");
}

const CollaboratingTeam = row({ ...teams.columns, permission: text(Permission) });

/**
 * Returns the teams that are collaborators of a repository, with their permissions.
 * @param visible condition on the teams, which are named `t` in its SQL
 */
export function teamsOfRepository(
  db: Database,
  repositoryId: number,
  visible: Condition,
  pageRange: PageRange,
): RowPage<RowOf<typeof CollaboratingTeam>> {
  const query = `t.*, c.permission FROM collaborators c JOIN teams t ON t.id = c.team_id
    WHERE c.repository_id = ? AND ${visible.sql} ORDER BY t.slug`;
  return queryPage(db, CollaboratingTeam, query, [repositoryId, ...visible.values], pageRange);
}
