import {
  addSecurityManagerTeam,
  listSecurityManagerTeams,
  removeSecurityManagerTeam,
} from "@forgehand/core/operations";
import { type OrganizationCall, organizationHandler } from "../../http/handler.ts";
import { notFound } from "../../http-error.ts";
import { renderSimpleTeam } from "../../objects/team.ts";
import * as state from "../../state/security-managers.ts";
import { findTeam, type Team } from "../../state/teams.ts";

export const securityManagers = [
  organizationHandler(listSecurityManagerTeams, (_input, { context, organization }) =>
    state.securityManagerTeams(context.db, organization.id).map((team) => renderSimpleTeam(context, team)),
  ),

  organizationHandler(addSecurityManagerTeam, ({ team_slug }, call) => {
    state.addSecurityManagerTeam(call.context.db, requireTeam(call, team_slug).id);
    return undefined;
  }),

  organizationHandler(removeSecurityManagerTeam, ({ team_slug }, call) => {
    state.removeSecurityManagerTeam(call.context.db, requireTeam(call, team_slug).id);
    return undefined;
  }),
];

/** @throws HttpError 404 */
function requireTeam({ context, organization }: OrganizationCall, slug: string): Team {
  const team = findTeam(context.db, organization.id, slug);
  if (!team) throw notFound();
  return team;
}
