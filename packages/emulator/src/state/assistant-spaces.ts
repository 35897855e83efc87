import * as z from "zod/mini";
import { Account } from "./accounts.ts";
import type { Database } from "./database.ts";
import { Repository } from "./repositories.ts";
import { Team, teamIdsQuery, type UserOrTeam } from "./teams.ts";

export const ASSISTANT_SPACE_TABLES = `
CREATE TABLE assistant_spaces (
  id INTEGER PRIMARY KEY, organization_id INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
  number INTEGER NOT NULL, name TEXT NOT NULL, UNIQUE (organization_id, number)
) STRICT;
CREATE TABLE assistant_space_repositories (
  space_id INTEGER NOT NULL REFERENCES assistant_spaces ON DELETE CASCADE,
  repository_id INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, PRIMARY KEY (space_id, repository_id)
) STRICT;
CREATE TABLE assistant_space_collaborators (
  id INTEGER PRIMARY KEY, space_id INTEGER NOT NULL REFERENCES assistant_spaces ON DELETE CASCADE,
  user_id INTEGER REFERENCES accounts ON DELETE CASCADE, team_id INTEGER REFERENCES teams ON DELETE CASCADE,
  role TEXT NOT NULL, UNIQUE (space_id, user_id), UNIQUE (space_id, team_id)
) STRICT;
`;

/** A space of an organization, in which its members use the assistant with some of its repositories. */
export const AssistantSpace = z.object({
  id: z.int(),
  organization_id: z.int(),
  number: z.int(),
  name: z.string(),
});
export type AssistantSpace = z.output<typeof AssistantSpace>;

/** The roles in a space, from lowest to highest. */
const SPACE_ROLES = ["reader", "writer", "admin"] as const;
export const SpaceRole = z.enum(SPACE_ROLES);
export type SpaceRole = z.output<typeof SpaceRole>;

/** A user or team that can have access to a space. */
export type SpaceActor = UserOrTeam;

/** A user or team with access to a space, and its role. */
export type SpaceCollaborator = SpaceActor & { readonly role: SpaceRole };

export function createSpace(
  db: Database,
  space: Omit<AssistantSpace, "id">,
  repositoryIds: readonly number[],
): AssistantSpace {
  const { id } = db.run(
    "INSERT INTO assistant_spaces (organization_id, number, name) VALUES (?, ?, ?)",
    ...[space.organization_id, space.number, space.name],
  );
  for (const repositoryId of repositoryIds) {
    db.run("INSERT OR IGNORE INTO assistant_space_repositories VALUES (?, ?)", id, repositoryId);
  }
  return { ...space, id };
}

export function findSpace(db: Database, organizationId: number, number: number): AssistantSpace | undefined {
  const sql = "SELECT * FROM assistant_spaces WHERE organization_id = ? AND number = ?";
  return db.get(AssistantSpace, sql, organizationId, number);
}

/** Returns the repositories that a space's resources refer to. */
export function spaceRepositories(db: Database, spaceId: number): Repository[] {
  return db.all(
    Repository,
    `SELECT r.* FROM assistant_space_repositories s JOIN repositories r ON r.id = s.repository_id WHERE s.space_id = ?`,
    spaceId,
  );
}

const Role = z.object({ role: SpaceRole });

/** Returns all collaborators of a space, in the order they were added. */
export function collaboratorsOfSpace(db: Database, spaceId: number): SpaceCollaborator[] {
  const Row = z.extend(Role, { user_id: z.nullable(z.int()), team_id: z.nullable(z.int()) });
  const rows = db.all(
    Row,
    "SELECT user_id, team_id, role FROM assistant_space_collaborators WHERE space_id = ? ORDER BY id",
    spaceId,
  );
  return rows.flatMap(({ user_id, team_id, role }): SpaceCollaborator[] => {
    const user = db.get(Account, "SELECT * FROM accounts WHERE id = ?", user_id);
    if (user) return [{ user, role }];
    const team = db.get(Team, "SELECT * FROM teams WHERE id = ?", team_id);
    return team ? [{ team, role }] : [];
  });
}

/** Returns the role that was assigned to this user or team; undefined if none was. */
export function assignedSpaceRole(db: Database, spaceId: number, actor: SpaceActor): SpaceRole | undefined {
  const [column, id] = columnAndIdOf(actor);
  const sql = `SELECT role FROM assistant_space_collaborators WHERE space_id = ? AND ${column} = ?`;
  return db.get(Role, sql, spaceId, id)?.role;
}

/** Returns the highest role that a user has, directly or through a team. */
export function effectiveSpaceRole(db: Database, spaceId: number, userId: number): SpaceRole | undefined {
  const roles = db.all(
    Role,
    `SELECT role FROM assistant_space_collaborators WHERE space_id = ?1
       AND (user_id = ?2 OR team_id IN (${teamIdsQuery("?2")}))`,
    ...[spaceId, userId],
  );
  return SPACE_ROLES.findLast((role) => roles.some((row) => row.role === role));
}

/** Gives a user or team a role in a space, or changes it. */
export function assignSpaceRole(db: Database, spaceId: number, actor: SpaceActor, role: SpaceRole): void {
  const [column, id] = columnAndIdOf(actor);
  db.run(
    `INSERT INTO assistant_space_collaborators (space_id, ${column}, role) VALUES (?, ?, ?)
     ON CONFLICT (space_id, ${column}) DO UPDATE SET role = excluded.role`,
    ...[spaceId, id, role],
  );
}

/** @returns whether it had access before */
export function removeFromSpace(db: Database, spaceId: number, actor: SpaceActor): boolean {
  const [column, id] = columnAndIdOf(actor);
  const sql = `DELETE FROM assistant_space_collaborators WHERE space_id = ? AND ${column} = ?`;
  return db.run(sql, spaceId, id).changes > 0;
}

function columnAndIdOf(actor: SpaceActor): ["user_id" | "team_id", number] {
  return "user" in actor ? ["user_id", actor.user.id] : ["team_id", actor.team.id];
}
