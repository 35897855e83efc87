import {
  addSpaceCollaborator,
  listSpaceCollaborators,
  removeSpaceCollaborator,
  setSpaceCollaboratorRole,
} from "@forgehand/core/operations";
import { isVisible, tokenReachesAccount } from "../../callers/reach.ts";
import { visibleTeams } from "../../callers/visible.ts";
import { type OrganizationCall, onOrganization } from "../../http/call.ts";
import { forbidden, invalid, notFound } from "../../http/refusal.ts";
import { renderSpaceCollaborator } from "../../objects/space-collaborator.ts";
import { type Account, findAccount, memberRole } from "../../state/accounts.ts";
import { getInstallation } from "../../state/apps.ts";
import * as state from "../../state/assistant-spaces.ts";
import { type Database, exists } from "../../state/database.ts";
import { findMember } from "../../state/memberships.ts";
import { getRepository } from "../../state/repositories.ts";
import { findTeam, getTeam } from "../../state/teams.ts";

type ActorType = "User" | "Team";

export const assistantSpaces = [
  onOrganization(listSpaceCollaborators, ({ space_number }, call) => {
    const space = enterSpace(call, space_number);
    const collaborators = state.collaboratorsOfSpace(call.world.db, space.id);
    return { collaborators: collaborators.map((collaborator) => renderSpaceCollaborator(call.world, collaborator)) };
  }),

  onOrganization(addSpaceCollaborator, ({ space_number, actor_type, actor_identifier, role }, call) => {
    const { world, organization } = call;
    const space = manageSpace(call, space_number);
    const actor = findActor(world.db, organization, actor_type, actor_identifier);
    if (!actor || !isKnown(call, actor)) throw invalid("actor_identifier", NO_SUCH_ACTOR[actor_type]);
    if (state.roleInSpace(world.db, space.id, actor)) {
      throw invalid("actor_identifier", `${actor_identifier} is a collaborator of the space already`, "already_exists");
    }
    state.setRoleInSpace(world.db, space.id, actor, role);
    return renderSpaceCollaborator(world, { ...actor, role });
  }),

  onOrganization(setSpaceCollaboratorRole, ({ space_number, actor_type, actor_identifier, role }, call) => {
    const { world, organization } = call;
    const space = manageSpace(call, space_number);
    const actor = findActor(world.db, organization, actor_type, actor_identifier);
    if (!actor || !state.roleInSpace(world.db, space.id, actor)) throw notFound();
    if (role === "no_access") {
      state.removeFromSpace(world.db, space.id, actor);
      return null;
    }
    state.setRoleInSpace(world.db, space.id, actor, role);
    return renderSpaceCollaborator(world, { ...actor, role });
  }),

  onOrganization(removeSpaceCollaborator, ({ space_number, actor_type, actor_identifier }, call) => {
    const { world, organization } = call;
    const space = manageSpace(call, space_number);
    const actor = findActor(world.db, organization, actor_type, actor_identifier);
    if (!actor || !state.removeFromSpace(world.db, space.id, actor)) throw notFound();
    return undefined;
  }),
];

const NO_SUCH_ACTOR = {
  User: "the organization has no such member",
  Team: "the organization has no such team",
} as const satisfies Record<ActorType, string>;

/** A space that the caller may look into. @throws Refusal 404 where it may not know of it, 403 where its token falls short */
function enterSpace(call: OrganizationCall, number: number): state.AssistantSpace {
  const { world, organization, caller } = call;
  const space = state.findSpace(world.db, organization.id, number);
  if (!space || !reachesOrganization(call)) throw notFound();
  if (caller.user && !roleOf(call, space)) throw notFound();
  const kind = caller.token?.kind;
  if (kind === "fine-grained" || kind === "user-access") {
    const isClosed = state.spaceRepositories(world.db, space.id).some((each) => !isVisible(world, caller, each));
    if (isClosed) throw forbidden("The token must have access to every repository that the space refers to.");
  }
  return space;
}

/** A space whose collaborators the caller may choose. @throws Refusal 404 or 403 */
function manageSpace(call: OrganizationCall, number: number): state.AssistantSpace {
  const space = enterSpace(call, number);
  if (call.caller.user && roleOf(call, space) !== "admin") throw forbidden("Must be an admin of the space.");
  return space;
}

/** What the caller's user may do in a space: owners of the organization everything, others what the space lets them. */
function roleOf({ world, organization, caller }: OrganizationCall, space: state.AssistantSpace) {
  if (!caller.user) return undefined;
  const member = memberRole(world.db, organization.id, caller.user.id);
  if (member === undefined) return undefined;
  return member === "admin" ? "admin" : state.reachIntoSpace(world.db, space.id, caller.user.id);
}

/** Was the caller's token given for this organization (document 2, Assistant spaces collaborators)? */
function reachesOrganization({ world, organization, caller: { token } }: OrganizationCall): boolean {
  switch (token?.kind) {
    case "installation":
      return (
        token.installation_id !== null &&
        getInstallation(world.db, token.installation_id)?.account_id === organization.id
      );
    case "workflow":
      return token.repository_id !== null && getRepository(world.db, token.repository_id)?.owner_id === organization.id;
    default:
      return token !== undefined && tokenReachesAccount(world, token, organization.id);
  }
}

/** May the caller know of whom it names? Of secret teams only those who are in them, and the organization's owners. */
function isKnown({ world, caller, organization }: OrganizationCall, actor: state.Actor): boolean {
  if (!("team" in actor)) return true;
  const { sql, values } = visibleTeams(world, caller, organization);
  return exists(world.db, `SELECT 1 FROM teams t WHERE t.id = ? AND ${sql}`, actor.team.id, ...values);
}

/** Of an organization, the member by username or number, or the team by slug or number. */
function findActor(db: Database, organization: Account, type: ActorType, identifier: string): state.Actor | undefined {
  const id = /^\d{1,15}$/.test(identifier) ? Number(identifier) : undefined;
  if (type === "Team") {
    const team = findTeam(db, organization.id, identifier) ?? (id === undefined ? undefined : getTeam(db, id));
    return team?.organization_id === organization.id ? { team } : undefined;
  }
  const named = findAccount(db, identifier);
  if (named && memberRole(db, organization.id, named.id)) return { user: named };
  const numbered = id === undefined ? undefined : findMember(db, organization.id, id);
  return numbered && { user: numbered };
}
