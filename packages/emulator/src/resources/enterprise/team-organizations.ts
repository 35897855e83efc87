import {
  addEnterpriseTeamOrganization,
  addEnterpriseTeamOrganizations,
  getEnterpriseTeamOrganization,
  listEnterpriseTeamOrganizations,
  removeEnterpriseTeamOrganization,
  removeEnterpriseTeamOrganizations,
} from "@forgehand/core/operations";
import { type EnterpriseCall, enterpriseHandler, renderPage } from "../../http/handler.ts";
import { invalid, notFound, requireFound } from "../../http-error.ts";
import { renderOrganization } from "../../objects/organization.ts";
import { type Account, accounts } from "../../state/accounts.ts";
import * as state from "../../state/enterprise-teams.ts";

export const teamOrganizations = [
  enterpriseHandler(listEnterpriseTeamOrganizations, ({ enterprise_team }, call) => {
    const { context, page } = call;
    const team = findTeam(call, enterprise_team);
    return renderPage(call, state.assignedOrganizations(context.db, team.id, page), (organization) =>
      renderOrganization(context, organization),
    );
  }),

  enterpriseHandler(addEnterpriseTeamOrganizations, ({ enterprise_team, organization_slugs }, call) => {
    const { context } = call;
    const team = findTeam(call, enterprise_team);
    // All organizations are checked before the first one is assigned, so that an error changes nothing.
    const organizations = findOrganizations(call, organization_slugs);
    for (const { id } of organizations)
      state.teamAssignments.add(context.db, { team_id: team.id, organization_id: id });
    return organizations.map((organization) => renderOrganization(context, organization));
  }),

  enterpriseHandler(removeEnterpriseTeamOrganizations, ({ enterprise_team, organization_slugs }, call) => {
    const team = findTeam(call, enterprise_team);
    for (const { id } of findOrganizations(call, organization_slugs))
      state.teamAssignments.delete(call.context.db, { team_id: team.id, organization_id: id });
  }),

  enterpriseHandler(getEnterpriseTeamOrganization, ({ enterprise_team }, call) => {
    const { context } = call;
    const team = findTeam(call, enterprise_team);
    const organization = getOrganization(call);
    const isAssigned = state.teamAssignments.has(context.db, { team_id: team.id, organization_id: organization.id });
    return isAssigned ? renderOrganization(context, organization) : null;
  }),

  enterpriseHandler(addEnterpriseTeamOrganization, ({ enterprise_team }, call) => {
    const { context } = call;
    const team = findTeam(call, enterprise_team);
    const organization = getOrganization(call);
    state.teamAssignments.add(context.db, { team_id: team.id, organization_id: organization.id });
    return renderOrganization(context, organization);
  }),

  enterpriseHandler(removeEnterpriseTeamOrganization, ({ enterprise_team }, call) => {
    const team = findTeam(call, enterprise_team);
    state.teamAssignments.delete(call.context.db, { team_id: team.id, organization_id: getOrganization(call).id });
  }),
];

/** @throws HttpError 404 */
function findTeam({ context, enterprise }: EnterpriseCall, idOrSlug: string): state.EnterpriseTeam {
  return requireFound(state.findEnterpriseTeam(context.db, enterprise.id, idOrSlug));
}

/**
 * Returns the organization in the path.
 * @throws HttpError 404 if it does not belong to the enterprise
 */
function getOrganization({ organization, enterprise }: EnterpriseCall): Account {
  if (organization?.enterprise_id !== enterprise.id) throw notFound();
  return organization;
}

/**
 * Returns the organizations without duplicates.
 * @throws HttpError 422 on a slug that is not one of the enterprise's organizations
 */
function findOrganizations({ context, enterprise }: EnterpriseCall, slugs: readonly string[]): Account[] {
  const found = slugs.map((slug) => {
    const account = accounts.find(context.db, { login: slug });
    if (account?.type !== "Organization" || account.enterprise_id !== enterprise.id) {
      throw invalid("organization_slugs", `organization_slugs must be organizations of the enterprise, got ${slug}`);
    }
    return account;
  });
  return [...new Map(found.map((account) => [account.id, account])).values()];
}
