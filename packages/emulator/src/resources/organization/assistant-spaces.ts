import {
  addSpaceCollaborator,
  listSpaceCollaborators,
  removeSpaceCollaborator,
  setSpaceCollaboratorRole,
} from "@forgehand/core/operations";
import { canSeeRepository, tokenCanAccessAccount } from "../../callers/permission.ts";
import { visibleTeams } from "../../callers/visible.ts";
import { type OrganizationCall, organizationHandler } from "../../http/handler.ts";
import { forbidden, invalid, notFound } from "../../http-error.ts";
import { renderSpaceCollaborator } from "../../objects/space-collaborator.ts";
import { type Account, accounts, memberRole } from "../../state/accounts.ts";
import { installations } from "../../state/apps.ts";
import * as state from "../../state/assistant-spaces.ts";
import { type Database, exists } from "../../state/database.ts";
import { findMember } from "../../state/memberships.ts";
import { getRepository } from "../../state/repositories.ts";
import { teams } from "../../state/teams.ts";

type SpaceActorType = "User" | "Team";

export const assistantSpaces = [
  organizationHandler(listSpaceCollaborators, ({ space_number }, call) => {
    const space = requireVisibleSpace(call, space_number);
    const collaborators = state.collaboratorsOfSpace(call.context.db, space.id);
    return { collaborators: collaborators.map((collaborator) => renderSpaceCollaborator(call.context, collaborator)) };
  }),

  organizationHandler(addSpaceCollaborator, ({ space_number, actor_type, actor_identifier, role }, call) => {
    const { context, organization } = call;
    const space = requireManageableSpace(call, space_number);
    const actor = findActor(context.db, organization, actor_type, actor_identifier);
    if (!actor || !isVisibleActor(call, actor)) throw invalid("actor_identifier", NO_SUCH_ACTOR[actor_type]);
    if (state.assignedSpaceRole(context.db, space.id, actor)) {
      throw invalid("actor_identifier", `${actor_identifier} is already a collaborator of the space`, "already_exists");
    }
    state.assignSpaceRole(context.db, space.id, actor, role);
    return renderSpaceCollaborator(context, { ...actor, role });
  }),

  organizationHandler(setSpaceCollaboratorRole, ({ space_number, actor_type, actor_identifier, role }, call) => {
    const { context, organization } = call;
    const space = requireManageableSpace(call, space_number);
    const actor = findActor(context.db, organization, actor_type, actor_identifier);
    if (!actor || !state.assignedSpaceRole(context.db, space.id, actor)) throw notFound();
    if (role === "no_access") {
      state.removeFromSpace(context.db, space.id, actor);
      return null;
    }
    state.assignSpaceRole(context.db, space.id, actor, role);
    return renderSpaceCollaborator(context, { ...actor, role });
  }),

  organizationHandler(removeSpaceCollaborator, ({ space_number, actor_type, actor_identifier }, call) => {
    const { context, organization } = call;
    const space = requireManageableSpace(call, space_number);
    const actor = findActor(context.db, organization, actor_type, actor_identifier);
    if (!actor || !state.removeFromSpace(context.db, space.id, actor)) throw notFound();
  }),
];

const NO_SUCH_ACTOR = {
  User: "the organization has no such member",
  Team: "the organization has no such team",
} as const satisfies Record<SpaceActorType, string>;

/**
 * Returns a space that the caller can see.
 * @throws HttpError 404 if it is hidden from the caller, 403 if the token is insufficient
 */
function requireVisibleSpace(call: OrganizationCall, number: number): state.AssistantSpace {
  const { context, organization, caller } = call;
  const space = state.assistantSpaces.find(context.db, { organization_id: organization.id, number });
  if (!space || !canTokenAccessOrganization(call)) throw notFound();
  if (caller.user && !callerRole(call, space)) throw notFound();
  const kind = caller.token?.kind;
  if (kind === "fine-grained" || kind === "user-access") {
    const hasHiddenRepository = state
      .spaceRepositories(context.db, space.id)
      .some((repository) => !canSeeRepository(context, caller, repository));
    if (hasHiddenRepository)
      throw forbidden("The token must have access to every repository that the space refers to.");
  }
  return space;
}

/**
 * Returns a space whose collaborators the caller can manage.
 * @throws HttpError 404 or 403
 */
function requireManageableSpace(call: OrganizationCall, number: number): state.AssistantSpace {
  const space = requireVisibleSpace(call, number);
  if (call.caller.user && callerRole(call, space) !== "admin") throw forbidden("Must be an admin of the space.");
  return space;
}

/** Returns the role of the caller's user in a space. Owners of the organization are always admins. */
function callerRole({ context, organization, caller }: OrganizationCall, space: state.AssistantSpace) {
  if (!caller.user) return undefined;
  const organizationRole = memberRole(context.db, organization.id, caller.user.id);
  if (organizationRole === undefined) return undefined;
  return organizationRole === "admin" ? "admin" : state.effectiveSpaceRole(context.db, space.id, caller.user.id);
}

/** Reports whether the caller's token was issued for this organization. */
function canTokenAccessOrganization({ context, organization, caller: { token } }: OrganizationCall): boolean {
  switch (token?.kind) {
    case "installation":
      return (
        token.installation_id !== null &&
        installations.find(context.db, { id: token.installation_id })?.account_id === organization.id
      );
    case "workflow":
      return (
        token.repository_id !== null && getRepository(context.db, token.repository_id)?.owner_id === organization.id
      );
    default:
      return token !== undefined && tokenCanAccessAccount(context, token, organization.id);
  }
}

/** Reports whether the caller can see the actor. Secret teams are visible to their members and to owners. */
function isVisibleActor({ context, caller, organization }: OrganizationCall, actor: state.SpaceActor): boolean {
  if (!("team" in actor)) return true;
  const { sql, values } = visibleTeams(context, caller, organization);
  return exists(context.db, `SELECT 1 FROM teams t WHERE t.id = ? AND ${sql}`, actor.team.id, ...values);
}

/** Finds a member by login or ID, or a team by slug or ID. */
function findActor(
  db: Database,
  organization: Account,
  type: SpaceActorType,
  identifier: string,
): state.SpaceActor | undefined {
  const id = /^\d{1,15}$/.test(identifier) ? Number(identifier) : undefined;
  if (type === "Team") {
    const team =
      teams.find(db, { organization_id: organization.id, slug: identifier }) ??
      (id === undefined ? undefined : teams.find(db, { id }));
    return team?.organization_id === organization.id ? { team } : undefined;
  }
  const byLogin = accounts.find(db, { login: identifier });
  if (byLogin && memberRole(db, organization.id, byLogin.id)) return { user: byLogin };
  const byId = id === undefined ? undefined : findMember(db, organization.id, id);
  return byId && { user: byId };
}
