import { type Account, accounts } from "./accounts.ts";
import { type RowOf, reference, rowId, text, typedName } from "./columns.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import { table } from "./table.ts";

/** Teams of enterprises, which can be assigned to their organizations. */
export const enterpriseTeams = table(
  "enterprise_teams",
  { id: rowId(), enterprise_id: reference("enterprises"), slug: typedName(), name: text() },
  { unique: [["enterprise_id", "slug"]] },
);
export type EnterpriseTeam = RowOf<typeof enterpriseTeams>;

export const teamAssignments = table(
  "enterprise_team_organizations",
  { team_id: reference("enterprise_teams"), organization_id: reference("accounts") },
  { key: ["team_id", "organization_id"] },
);

export function enterpriseTeamSlug(name: string): string {
  const words = name.toLowerCase().replace(/[^a-z0-9_]+/g, "-");
  return `ent:${words.replace(/^-|-$/g, "")}`;
}

export function findEnterpriseTeam(db: Database, enterpriseId: number, slugOrId: string): EnterpriseTeam | undefined {
  return db.get(
    enterpriseTeams,
    "SELECT * FROM enterprise_teams WHERE enterprise_id = ?1 AND (slug = ?2 OR CAST(id AS TEXT) = ?2)",
    ...[enterpriseId, slugOrId],
  );
}

/** Returns the organizations that a team is assigned to, by login. */
export function assignedOrganizations(db: Database, teamId: number, pageRange: PageRange): RowPage<Account> {
  const query = `a.* FROM enterprise_team_organizations t JOIN accounts a ON a.id = t.organization_id
    WHERE t.team_id = ? ORDER BY a.login`;
  return queryPage(db, accounts, query, [teamId], pageRange);
}
