import { integer, row } from "./columns.ts";
import { allOf, type Condition } from "./condition.ts";
import { type Database, type PageRange, queryCount, queryIds, queryPage, type RowPage } from "./database.ts";
import { type Repository, repositories } from "./repositories.ts";
import { securedOrganizationsQuery } from "./security-managers.ts";
import { teamIdsQuery } from "./teams.ts";

/** Sort order of a list of repositories. */
export interface RepositoryOrder {
  readonly sort: "created" | "updated" | "pushed" | "full_name";
  readonly direction: "asc" | "desc";
}

const SORT_COLUMNS = {
  created: "r.created_at",
  updated: "r.updated_at",
  pushed: "r.pushed_at",
  full_name: "r.name",
} as const satisfies Record<RepositoryOrder["sort"], string>;

/**
 * Returns an owner's repositories that match a condition.
 * @param condition condition on the repositories, which are named `r` in its SQL
 */
export function repositoriesOf(
  db: Database,
  ownerId: number,
  condition: Condition,
  { sort, direction }: RepositoryOrder,
  pageRange: PageRange,
): RowPage<Repository> {
  const query = `r.* FROM repositories r WHERE r.owner_id = ? AND ${condition.sql}
    ORDER BY ${SORT_COLUMNS[sort]} ${direction}, r.id ${direction}`;
  return queryPage(db, repositories, query, [ownerId, ...condition.values], pageRange);
}

/** The ways in which a user can have access to a repository. */
export const AFFILIATIONS = ["owner", "collaborator", "organization_member"] as const;
export type Affiliation = (typeof AFFILIATIONS)[number];

const RepositoryIdRow = row({ id: integer() });

/**
 * Returns the repositories that a user was granted access to and that match a condition. Uses indexes: all repositories
 * of owners that are fully visible to the user, and individually granted ones.
 */
export function repositoriesGrantedTo(
  db: Database,
  userId: number,
  affiliations: readonly Affiliation[],
  condition: Condition,
  order: RepositoryOrder,
  pageRange: PageRange,
): RowPage<{ id: number }> {
  const visibleOwners = fullyVisibleOwners(db, userId, affiliations);
  const individual = individualGrants(userId, affiliations, visibleOwners);
  const { query, values } =
    order.sort === "full_name"
      ? sortedByFullName(visibleOwners, individual, condition, order.direction)
      : sortedByTime(visibleOwners, individual, condition, order);
  return queryPage(db, RepositoryIdRow, query, values, pageRange);
}

/** Sorts by owner's login, then by repository name. */
function sortedByFullName(
  owners: readonly number[],
  individual: Condition,
  condition: Condition,
  direction: RepositoryOrder["direction"],
) {
  // The plus prevents SQLite from looking up accounts by id, which would require sorting all rows.
  const query = `r.id AS id FROM accounts a CROSS JOIN repositories r ON r.owner_id = a.id
    WHERE (+a.id IN (SELECT value FROM json_each(?)) OR (${individual.sql})) AND ${condition.sql}
    ORDER BY a.login ${direction}, r.name ${direction}`;
  return { query, values: [JSON.stringify(owners), ...individual.values, ...condition.values] };
}

/** Reads each owner's repositories in the order of an index, and lets SQLite merge them. */
function sortedByTime(
  owners: readonly number[],
  individual: Condition,
  condition: Condition,
  { sort, direction }: RepositoryOrder,
) {
  const parts = [...owners.map((id) => ({ sql: "r.owner_id = ?", values: [id] })), individual].map((part) => {
    const { sql, values } = allOf([part, condition]);
    return { sql: `r.id AS id, ${SORT_COLUMNS[sort]} AS key FROM repositories r WHERE ${sql}`, values };
  });
  const query = `${parts.map(({ sql }) => sql).join(" UNION ALL SELECT ")} ORDER BY key ${direction}, id ${direction}`;
  return { query, values: parts.flatMap(({ values }) => values) };
}

/**
 * Returns the owners whose repositories are all visible to a user: the user, and organizations with a base permission
 * or an admin or security manager role.
 */
function fullyVisibleOwners(db: Database, userId: number, affiliations: readonly Affiliation[]): number[] {
  const sql = `SELECT id FROM accounts WHERE id = ? AND ?
    UNION ALL SELECT a.id FROM members m JOIN accounts a ON a.id = m.organization_id
      WHERE m.user_id = ? AND (m.role = 'admin' OR a.base_permission <> 'none') AND ?
    UNION ALL SELECT organization_id FROM (${securedOrganizationsQuery("?")}) WHERE ?`;
  const [owner, member] = [affiliations.includes("owner"), affiliations.includes("organization_member")];
  const owners = queryIds(db, sql, userId, Number(owner), userId, Number(member), userId, userId, Number(member));
  // A security manager is usually a member too.
  return [...new Set(owners)];
}

/** Matches repositories granted to a user directly or through a team, except those of fully visible owners. */
function individualGrants(userId: number, affiliations: readonly Affiliation[], owners: readonly number[]): Condition {
  const sql = `r.id IN (
      SELECT repository_id FROM collaborators WHERE user_id = ? AND ?
      UNION ALL SELECT repository_id FROM collaborators WHERE team_id IN (${teamIdsQuery("?")}) AND ?)
    AND r.owner_id NOT IN (SELECT value FROM json_each(?))`;
  const byName = Number(affiliations.includes("collaborator"));
  const byTeam = Number(affiliations.includes("organization_member"));
  return { sql, values: [userId, byName, userId, byTeam, JSON.stringify(owners)] };
}

/** Returns the numbers and total size of an account's repositories. */
export function ownedRepositoryTotals(db: Database, ownerId: number) {
  const Row = row({ public: integer(), private: integer(), size: integer() });
  const sql = `SELECT count(*) FILTER (WHERE private = 0) AS public, count(*) FILTER (WHERE private = 1) AS private,
    coalesce(sum(size), 0) AS size FROM repositories WHERE owner_id = ?`;
  return db.memoize(`owned ${ownerId}`, () => db.get(Row, sql, ownerId)) ?? { public: 0, private: 0, size: 0 };
}

/** Counts the collaborators of an account's private repositories who aren't members. */
export function countOutsideCollaborators(db: Database, ownerId: number): number {
  const sql = `SELECT count(DISTINCT c.user_id) AS count FROM collaborators c JOIN repositories r ON r.id = c.repository_id
    WHERE r.owner_id = ?1 AND r.private = 1 AND c.user_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM members m WHERE m.organization_id = ?1 AND m.user_id = c.user_id)`;
  return db.memoize(`outsiders ${ownerId}`, () => queryCount(db, sql, ownerId));
}
