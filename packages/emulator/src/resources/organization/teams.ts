import { listTeams } from "@forgehand/core/operations";
import { hasRole } from "../../callers/roles.ts";
import { visibleTeams } from "../../callers/visible.ts";
import { organizationHandler, renderPage } from "../../http/handler.ts";
import { forbidden } from "../../http-error.ts";
import { renderEnterpriseTeam } from "../../objects/enterprise-team.ts";
import { renderTeam } from "../../objects/team.ts";
import { TeamOrigin, teamsOfOrganization } from "../../state/team-lists.ts";

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
];
