import * as z from "zod/mini";
import { accounts } from "./accounts.ts";
import { integer, key, nullable, type RowOf, reference, row, text } from "./columns.ts";
import type { Database } from "./database.ts";
import { type Repository, repositories } from "./repositories.ts";
import { table } from "./table.ts";
import { teamIdsQuery, teams, type UserOrTeam } from "./teams.ts";

export const assistantSpaceRepositories = table(
  "assistant_space_repositories",
  {
    space_id: reference("assistant_spaces"),
    repository_id: reference("repositories"),
  },
  { key: ["space_id", "repository_id"] },
);

/** A space of an organization, in which its members use the assistant with some of its repositories. */
export const assistantSpaces = table(
  "assistant_spaces",
  {
    id: key(integer()),
    organization_id: reference("accounts"),
    number: integer(),
    name: text(),
  },
  { unique: [["organization_id", "number"]] },
);
export type AssistantSpace = RowOf<typeof assistantSpaces>;

/** The roles in a space, from lowest to highest. */
const SPACE_ROLES = ["reader", "writer", "admin"] as const;
export const SpaceRole = z.enum(SPACE_ROLES);
export type SpaceRole = z.output<typeof SpaceRole>;

export const assistantSpaceCollaborators = table(
  "assistant_space_collaborators",
  {
    id: key(integer()),
    space_id: reference("assistant_spaces"),
    user_id: nullable(reference("accounts")),
    team_id: nullable(reference("teams")),
    role: text(SpaceRole),
  },
  {
    unique: [
      ["space_id", "user_id"],
      ["space_id", "team_id"],
    ],
  },
);

/** A user or team that can have access to a space. */
export type SpaceActor = UserOrTeam;

/** A user or team with access to a space, and its role. */
export type SpaceCollaborator = SpaceActor & { readonly role: SpaceRole };

export function createSpace(
  db: Database,
  space: Omit<AssistantSpace, "id">,
  repositoryIds: readonly number[],
): AssistantSpace {
  const created = assistantSpaces.insert(db, space);
  for (const repositoryId of repositoryIds)
    assistantSpaceRepositories.add(db, { space_id: created.id, repository_id: repositoryId });
  return created;
}

/** Returns the repositories that a space's resources refer to. */
export function spaceRepositories(db: Database, spaceId: number): Repository[] {
  return db.all(
    repositories,
    `SELECT r.* FROM assistant_space_repositories s JOIN repositories r ON r.id = s.repository_id WHERE s.space_id = ?`,
    spaceId,
  );
}

const Role = row({ role: text(SpaceRole) });

/** Returns all collaborators of a space, in the order they were added. */
export function collaboratorsOfSpace(db: Database, spaceId: number): SpaceCollaborator[] {
  const rows = assistantSpaceCollaborators.all(db, { space_id: spaceId }, "id");
  return rows.flatMap(({ user_id, team_id, role }): SpaceCollaborator[] => {
    const user = user_id === null ? undefined : accounts.find(db, { id: user_id });
    if (user) return [{ user, role }];
    const team = team_id === null ? undefined : teams.find(db, { id: team_id });
    return team ? [{ team, role }] : [];
  });
}

/** Returns the role that was assigned to this user or team; undefined if none was. */
export function assignedSpaceRole(db: Database, spaceId: number, actor: SpaceActor): SpaceRole | undefined {
  return assistantSpaceCollaborators.find(db, { space_id: spaceId, ...actorColumn(actor) })?.role;
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
  const actorId = actorColumn(actor);
  const row = { space_id: spaceId, ...actorId, role };
  assistantSpaceCollaborators.put(db, row, ["space_id", "user_id" in actorId ? "user_id" : "team_id"]);
}

/** @returns whether it had access before */
export function removeFromSpace(db: Database, spaceId: number, actor: SpaceActor): boolean {
  return assistantSpaceCollaborators.delete(db, { space_id: spaceId, ...actorColumn(actor) }) > 0;
}

const actorColumn = (actor: SpaceActor) => ("user" in actor ? { user_id: actor.user.id } : { team_id: actor.team.id });
