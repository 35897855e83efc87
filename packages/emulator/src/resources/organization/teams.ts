import { listTeams } from "@forgehand/core/operations";
import { hasRole } from "../../callers/roles.ts";
import { visibleTeams } from "../../callers/visible.ts";
import { listed, onOrganization } from "../../http/call.ts";
import { forbidden } from "../../http/refusal.ts";
import { renderEnterpriseTeam } from "../../objects/enterprise-team.ts";
import { renderTeam } from "../../objects/team.ts";
import { TeamOrigin, teamsOf } from "../../state/team-lists.ts";

export const teams = [
  onOrganization(listTeams, ({ team_type = "all" }, call) => {
    const { world, caller, organization, window } = call;
    if (!hasRole(world, "organization-member", caller, call)) {
      throw forbidden("Must be a member of the organization.");
    }
    const origins = TeamOrigin.options.filter((origin) => team_type === "all" || team_type === origin);
    const seen = visibleTeams(world, caller, organization);
    return listed(call, teamsOf(world.db, organization.id, origins, seen, window), ({ origin, team }) =>
      origin === "organization" ? renderTeam(world, team) : renderEnterpriseTeam(world, team),
    );
  }),
];
