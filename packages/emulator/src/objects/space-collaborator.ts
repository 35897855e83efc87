import { getAccount } from "../state/accounts.ts";
import type { SpaceCollaborator } from "../state/assistant-spaces.ts";
import type { World } from "../world.ts";
import { renderOrganization } from "./organization.ts";
import { renderTeam } from "./team.ts";
import { renderUserProfile } from "./user-profile.ts";

/** A user or a team whom an assistant space lets in (document 2, Assistant space collaborator entry). */
export function renderSpaceCollaborator(world: World, { role, ...actor }: SpaceCollaborator) {
  if ("user" in actor) return { actor_type: "User" as const, role, ...renderUserProfile(world, actor.user) };
  const { team } = actor;
  const { permission: _, ...fields } = renderTeam(world, team);
  return {
    ...fields,
    actor_type: "Team" as const,
    role,
    type: "Team",
    created_at: team.created_at,
    updated_at: team.updated_at,
    organization: renderOrganization(world, getAccount(world.db, team.organization_id)),
  };
}
