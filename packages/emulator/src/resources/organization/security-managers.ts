import {
  addSecurityManagerTeam,
  listSecurityManagerTeams,
  removeSecurityManagerTeam,
} from "@forgehand/core/operations";
import { type OrganizationCall, organizationHandler } from "../../http/handler.ts";
import { requireFound } from "../../http-error.ts";
import { renderSimpleTeam } from "../../objects/team.ts";
import { securityManagerTeams, securityManagerTeamsOf } from "../../state/security-managers.ts";
import { type Team, teams } from "../../state/teams.ts";

export const securityManagers = [
  organizationHandler(listSecurityManagerTeams, (_input, { context, organization }) =>
    securityManagerTeamsOf(context.db, organization.id).map((team) => renderSimpleTeam(context, team)),
  ),

  organizationHandler(addSecurityManagerTeam, ({ team_slug }, call) => {
    securityManagerTeams.add(call.context.db, { team_id: requireTeam(call, team_slug).id });
  }),

  organizationHandler(removeSecurityManagerTeam, ({ team_slug }, call) => {
    securityManagerTeams.delete(call.context.db, { team_id: requireTeam(call, team_slug).id });
  }),
];

/** @throws HttpError 404 */
function requireTeam({ context, organization }: OrganizationCall, slug: string): Team {
  return requireFound(teams.find(context.db, { organization_id: organization.id, slug }));
}
