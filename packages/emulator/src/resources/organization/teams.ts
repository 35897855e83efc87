import { checkTeamRepository, createTeam, getTeam, listTeams } from "@forgehand/core/operations";
import { hasRole } from "../../callers/roles.ts";
import { visibleTeams } from "../../callers/visible.ts";
import * as effects from "../../effects/teams.ts";
import { type OrganizationCall, organizationHandler, renderPage, requireActor } from "../../http/handler.ts";
import { forbidden, requireFound } from "../../http-error.ts";
import { roleNameOf } from "../../objects/collaborator.ts";
import { renderEnterpriseTeam } from "../../objects/enterprise-team.ts";
import { permissionsOf, renderRepository } from "../../objects/repository.ts";
import { renderTeam, renderTeamProfile } from "../../objects/team.ts";
import { organizationSettings } from "../../state/organization-settings.ts";
import { findTeam, TeamOrigin, teamPermission, teamsOfOrganization } from "../../state/team-lists.ts";
import type { Team } from "../../state/teams.ts";
import { readNewTeam } from "./new-team.ts";

export const teams = [
  organizationHandler(listTeams, ({ team_type = "all" }, call) => {
    const { context, caller, organization, page } = call;
    if (!hasRole(context, "organization-member", caller, call)) {
      throw forbidden("Must be a member of the organization.");
    }
    const origins = TeamOrigin.options.filter((origin) => team_type === "all" || team_type === origin);
    const visibleCondition = visibleTeams(context, caller, organization);
    return renderPage(
      call,
      teamsOfOrganization(context.db, organization.id, origins, visibleCondition, page),
      ({ origin, team }) =>
        origin === "organization" ? renderTeam(context, team) : renderEnterpriseTeam(context, team),
    );
  }),

  organizationHandler(getTeam, ({ team_slug }, call) =>
    renderTeamProfile(call.context, requireVisibleTeam(call, team_slug)),
  ),

  organizationHandler(createTeam, (input, call) => {
    const { context, organization } = call;
    requireTeamCreation(call);
    const newTeam = readNewTeam(call, input);
    const sender = requireActor(call);
    const team = context.db.transaction(() => effects.createTeam({ context, organization, sender }, newTeam));
    return renderTeamProfile(context, team, newTeam.permission);
  }),

  organizationHandler(checkTeamRepository, ({ team_slug }, call) => {
    const { context, caller, media } = call;
    const team = requireVisibleTeam(call, team_slug);
    const repository = requireFound(call.repository);
    const permission = teamPermission(context.db, repository.id, team.id);
    if (permission === "none") return false;
    if (media !== "repository") return true;
    return {
      ...renderRepository(context, repository, caller),
      permissions: permissionsOf(permission),
      role_name: roleNameOf(permission),
    };
  }),
];

/** @throws HttpError 404 if the organization has no such team, or the caller can't see it */
function requireVisibleTeam({ context, caller, organization }: OrganizationCall, slug: string): Team {
  return requireFound(findTeam(context.db, organization.id, slug, visibleTeams(context, caller, organization)));
}

/** @throws HttpError 403 if only owners can create teams */
function requireTeamCreation({ context, caller, organization, ...call }: OrganizationCall): void {
  if (organizationSettings(context.db, organization.id).members_can_create_teams) return;
  if (hasRole(context, "organization-owner", caller, { ...call, organization })) return;
  throw forbidden("You must be an owner of the organization to create teams.");
}
