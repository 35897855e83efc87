import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import type { SpaceCollaborator } from "../state/assistant-spaces.ts";
import { renderOrganization } from "./organization.ts";
import { renderTeam } from "./team.ts";
import { renderUserProfile } from "./user-profile.ts";

/** Renders a user or a team with access to a Copilot space. */
export function renderSpaceCollaborator(context: EmulatorContext, { role, ...actor }: SpaceCollaborator) {
  if ("user" in actor) return { actor_type: "User" as const, role, ...renderUserProfile(context, actor.user) };
  const { team } = actor;
  const { permission: _, ...fields } = renderTeam(context, team);
  return {
    ...fields,
    actor_type: "Team" as const,
    role,
    type: "Team",
    created_at: team.created_at,
    updated_at: team.updated_at,
    organization: renderOrganization(context, getAccount(context.db, team.organization_id)),
  };
}
