import * as z from "zod/mini";
import { allOf, type Condition } from "./condition.ts";
import { type Database, type Part, readPart, type Window } from "./database.ts";
import { EnterpriseTeam } from "./enterprise-teams.ts";
import { Permission } from "./repositories.ts";
import { getTeam, Team } from "./teams.ts";

/** Where a team was made: in the organization itself, or in the enterprise that it is of. */
export const TeamOrigin = z.enum(["organization", "enterprise"]);
export type TeamOrigin = z.output<typeof TeamOrigin>;

/** A team of either origin. */
export type ListedTeam =
  | { readonly origin: "organization"; readonly team: Team }
  | { readonly origin: "enterprise"; readonly team: EnterpriseTeam };

const Entry = z.object({ id: z.int(), origin: TeamOrigin });

/** The teams `t` of an organization that a condition holds for, and the enterprise's that are assigned to it, by name. */
export function teamsOf(
  db: Database,
  organizationId: number,
  origins: readonly TeamOrigin[],
  seen: Condition,
  window: Window,
): Part<ListedTeam> {
  const asked = (origin: TeamOrigin) => Number(origins.includes(origin));
  const own = allOf([{ sql: "t.organization_id = ? AND ?", values: [organizationId, asked("organization")] }, seen]);
  const query = `t.id AS id, t.slug AS slug, 'organization' AS origin FROM teams t WHERE ${own.sql}
    UNION ALL SELECT e.id, e.slug, 'enterprise' FROM enterprise_team_organizations a
      JOIN enterprise_teams e ON e.id = a.team_id WHERE a.organization_id = ? AND ? ORDER BY origin DESC, slug`;
  const { rows, total } = readPart(db, Entry, query, [...own.values, organizationId, asked("enterprise")], window);
  return { rows: rows.map(({ id, origin }) => listedTeam(db, id, origin)), total };
}

function listedTeam(db: Database, id: number, origin: TeamOrigin): ListedTeam {
  const own = origin === "organization" ? getTeam(db, id) : undefined;
  if (own) return { origin: "organization", team: own };
  const team = db.get(EnterpriseTeam, "SELECT * FROM enterprise_teams WHERE id = ?", id);
  if (!team) throw new Error(`The state names a team ${id} that it doesn't have.`);
  return { origin: "enterprise", team };
}

const CollaboratingTeam = z.extend(Team, { permission: Permission });

/** The teams `t` that were let into a repository, each with what it may do there. */
export function teamsOfRepository(
  db: Database,
  repositoryId: number,
  seen: Condition,
  window: Window,
): Part<z.output<typeof CollaboratingTeam>> {
  const query = `t.*, c.permission FROM collaborators c JOIN teams t ON t.id = c.team_id
    WHERE c.repository_id = ? AND ${seen.sql} ORDER BY t.slug`;
  return readPart(db, CollaboratingTeam, query, [repositoryId, ...seen.values], window);
}
