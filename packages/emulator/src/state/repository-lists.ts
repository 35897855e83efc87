import * as z from "zod/mini";
import { allOf, type Condition } from "./condition.ts";
import { countOf, type Database, idsOf, type Part, readPart, type Window } from "./database.ts";
import { Repository } from "./repositories.ts";
import { securedQuery } from "./security-managers.ts";
import { teamIdsQuery } from "./teams.ts";

/** The indexes that lists of an owner's repositories are read along. */
export const REPOSITORY_LIST_INDEXES = `
CREATE INDEX repositories_by_creation ON repositories (owner_id, created_at);
CREATE INDEX repositories_by_update ON repositories (owner_id, updated_at);
CREATE INDEX repositories_by_push ON repositories (owner_id, pushed_at);
`;

/** How a list of repositories is sorted. */
export interface RepositoryOrder {
  readonly sort: "created" | "updated" | "pushed" | "full_name";
  readonly direction: "asc" | "desc";
}

const KEYS = {
  created: "r.created_at",
  updated: "r.updated_at",
  pushed: "r.pushed_at",
  full_name: "r.name",
} as const satisfies Record<RepositoryOrder["sort"], string>;

/** The repositories `r` of one owner that a condition holds for. */
export function repositoriesOf(
  db: Database,
  ownerId: number,
  condition: Condition,
  { sort, direction }: RepositoryOrder,
  window: Window,
): Part<Repository> {
  const query = `r.* FROM repositories r WHERE r.owner_id = ? AND ${condition.sql}
    ORDER BY ${KEYS[sort]} ${direction}, r.id ${direction}`;
  return readPart(db, Repository, query, [ownerId, ...condition.values], window);
}

/** How somebody comes to a repository. */
export const AFFILIATIONS = ["owner", "collaborator", "organization_member"] as const;
export type Affiliation = (typeof AFFILIATIONS)[number];

const Entry = z.object({ id: z.int() });

/**
 * The repositories that somebody was given and a condition holds for. They are read along indexes: of each owner whose
 * repositories are all theirs to see, and one by one what they were given beside.
 */
export function repositoriesGivenTo(
  db: Database,
  userId: number,
  affiliations: readonly Affiliation[],
  condition: Condition,
  order: RepositoryOrder,
  window: Window,
): Part<{ id: number }> {
  const whole = ownersFor(db, userId, affiliations);
  const single = givenSingly(userId, affiliations, whole);
  const { query, values } =
    order.sort === "full_name"
      ? ownerByOwner(whole, single, condition, order.direction)
      : merged(whole, single, condition, order);
  return readPart(db, Entry, query, values, window);
}

/** Owners in the order of their names, and the repositories of each in the order of theirs. */
function ownerByOwner(
  owners: readonly number[],
  single: Condition,
  condition: Condition,
  direction: RepositoryOrder["direction"],
) {
  // The plus keeps SQLite from looking accounts up by their ids, which would leave it everything to sort.
  const query = `r.id AS id FROM accounts a CROSS JOIN repositories r ON r.owner_id = a.id
    WHERE (+a.id IN (SELECT value FROM json_each(?)) OR (${single.sql})) AND ${condition.sql}
    ORDER BY a.login ${direction}, r.name ${direction}`;
  return { query, values: [JSON.stringify(owners), ...single.values, ...condition.values] };
}

/** The repositories of each owner lie in an index in order, and SQLite merges them. */
function merged(
  owners: readonly number[],
  single: Condition,
  condition: Condition,
  { sort, direction }: RepositoryOrder,
) {
  const parts = [...owners.map((id) => ({ sql: "r.owner_id = ?", values: [id] })), single].map((part) => {
    const { sql, values } = allOf([part, condition]);
    return { sql: `r.id AS id, ${KEYS[sort]} AS key FROM repositories r WHERE ${sql}`, values };
  });
  const query = `${parts.map(({ sql }) => sql).join(" UNION ALL SELECT ")} ORDER BY key ${direction}, id ${direction}`;
  return { query, values: parts.flatMap(({ values }) => values) };
}

/** The owners whose repositories are all somebody's to see: the person, and organizations where all members may. */
function ownersFor(db: Database, userId: number, affiliations: readonly Affiliation[]): number[] {
  const sql = `SELECT id FROM accounts WHERE id = ? AND ?
    UNION ALL SELECT a.id FROM members m JOIN accounts a ON a.id = m.organization_id
      WHERE m.user_id = ? AND (m.role = 'admin' OR a.base_permission <> 'none') AND ?
    UNION ALL SELECT organization_id FROM (${securedQuery("?")}) WHERE ?`;
  const [owner, member] = [affiliations.includes("owner"), affiliations.includes("organization_member")];
  const owners = idsOf(db, sql, userId, Number(owner), userId, Number(member), userId, userId, Number(member));
  // Who looks after an organization's security is one of its members, as a rule.
  return [...new Set(owners)];
}

/** What somebody was given by name, or through a team; without what comes with its owner. */
function givenSingly(userId: number, affiliations: readonly Affiliation[], owners: readonly number[]): Condition {
  const sql = `r.id IN (
      SELECT repository_id FROM collaborators WHERE user_id = ? AND ?
      UNION ALL SELECT repository_id FROM collaborators WHERE team_id IN (${teamIdsQuery("?")}) AND ?)
    AND r.owner_id NOT IN (SELECT value FROM json_each(?))`;
  const byName = Number(affiliations.includes("collaborator"));
  const byTeam = Number(affiliations.includes("organization_member"));
  return { sql, values: [userId, byName, userId, byTeam, JSON.stringify(owners)] };
}

/** What an account's own repositories come to. */
export function countOwned(db: Database, ownerId: number) {
  const Row = z.object({ public: z.int(), private: z.int(), size: z.int() });
  const sql = `SELECT count(*) FILTER (WHERE private = 0) AS public, count(*) FILTER (WHERE private = 1) AS private,
    coalesce(sum(size), 0) AS size FROM repositories WHERE owner_id = ?`;
  return db.remember(`owned ${ownerId}`, () => db.get(Row, sql, ownerId)) ?? { public: 0, private: 0, size: 0 };
}

export function countForks(db: Database, repositoryId: number): number {
  const sql = "SELECT count(*) AS count FROM repositories WHERE parent_id = ?";
  return countOf(db, sql, repositoryId);
}

/** How many people were let into an account's private repositories by name, without being of it. */
export function countOutsiders(db: Database, ownerId: number): number {
  const sql = `SELECT count(DISTINCT c.user_id) AS count FROM collaborators c JOIN repositories r ON r.id = c.repository_id
    WHERE r.owner_id = ?1 AND r.private = 1 AND c.user_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM members m WHERE m.organization_id = ?1 AND m.user_id = c.user_id)`;
  return db.remember(`outsiders ${ownerId}`, () => countOf(db, sql, ownerId));
}
