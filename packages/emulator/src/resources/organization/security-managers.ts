import {
  addSecurityManagerTeam,
  listSecurityManagerTeams,
  removeSecurityManagerTeam,
} from "@forgehand/core/operations";
import { type OrganizationCall, onOrganization } from "../../http/call.ts";
import { notFound } from "../../http/refusal.ts";
import { renderSimpleTeam } from "../../objects/team.ts";
import * as state from "../../state/security-managers.ts";
import { findTeam, type Team } from "../../state/teams.ts";

export const securityManagers = [
  onOrganization(listSecurityManagerTeams, (_input, { world, organization }) =>
    state.securityManagerTeams(world.db, organization.id).map((team) => renderSimpleTeam(world, team)),
  ),

  onOrganization(addSecurityManagerTeam, ({ team_slug }, call) => {
    state.addSecurityManagerTeam(call.world.db, teamOf(call, team_slug).id);
    return undefined;
  }),

  onOrganization(removeSecurityManagerTeam, ({ team_slug }, call) => {
    state.removeSecurityManagerTeam(call.world.db, teamOf(call, team_slug).id);
    return undefined;
  }),
];

/** @throws Refusal 404 */
function teamOf({ world, organization }: OrganizationCall, slug: string): Team {
  const team = findTeam(world.db, organization.id, slug);
  if (!team) throw notFound();
  return team;
}
