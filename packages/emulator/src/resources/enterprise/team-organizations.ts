import {
  addEnterpriseTeamOrganization,
  addEnterpriseTeamOrganizations,
  getEnterpriseTeamOrganization,
  listEnterpriseTeamOrganizations,
  removeEnterpriseTeamOrganization,
  removeEnterpriseTeamOrganizations,
} from "@forgehand/core/operations";
import { type EnterpriseCall, listed, onEnterprise } from "../../http/call.ts";
import { invalid, notFound } from "../../http/refusal.ts";
import { renderOrganization } from "../../objects/organization.ts";
import { type Account, findAccount } from "../../state/accounts.ts";
import * as state from "../../state/enterprise-teams.ts";

export const teamOrganizations = [
  onEnterprise(listEnterpriseTeamOrganizations, ({ enterprise_team }, call) => {
    const { world, window } = call;
    const team = findTeam(call, enterprise_team);
    return listed(call, state.assignedOrganizations(world.db, team.id, window), (organization) =>
      renderOrganization(world, organization),
    );
  }),

  onEnterprise(addEnterpriseTeamOrganizations, ({ enterprise_team, organization_slugs }, call) => {
    const { world } = call;
    const team = findTeam(call, enterprise_team);
    // Everyone is looked up before anyone is assigned: one wrong name must not leave half of them behind.
    const organizations = namedOrganizations(call, organization_slugs);
    for (const { id } of organizations) state.assignTeam(world.db, team.id, id);
    return organizations.map((organization) => renderOrganization(world, organization));
  }),

  onEnterprise(removeEnterpriseTeamOrganizations, ({ enterprise_team, organization_slugs }, call) => {
    const team = findTeam(call, enterprise_team);
    for (const { id } of namedOrganizations(call, organization_slugs)) state.unassignTeam(call.world.db, team.id, id);
    return undefined;
  }),

  onEnterprise(getEnterpriseTeamOrganization, ({ enterprise_team }, call) => {
    const { world } = call;
    const team = findTeam(call, enterprise_team);
    const organization = ownOrganization(call);
    return state.isAssigned(world.db, team.id, organization.id) ? renderOrganization(world, organization) : null;
  }),

  onEnterprise(addEnterpriseTeamOrganization, ({ enterprise_team }, call) => {
    const { world } = call;
    const team = findTeam(call, enterprise_team);
    const organization = ownOrganization(call);
    state.assignTeam(world.db, team.id, organization.id);
    return renderOrganization(world, organization);
  }),

  onEnterprise(removeEnterpriseTeamOrganization, ({ enterprise_team }, call) => {
    const team = findTeam(call, enterprise_team);
    state.unassignTeam(call.world.db, team.id, ownOrganization(call).id);
    return undefined;
  }),
];

/** @throws Refusal 404 */
function findTeam({ world, enterprise }: EnterpriseCall, named: string): state.EnterpriseTeam {
  const team = state.findEnterpriseTeam(world.db, enterprise.id, named);
  if (!team) throw notFound();
  return team;
}

/** The organization that the path names. @throws Refusal 404 where it is not the enterprise's */
function ownOrganization({ organization, enterprise }: EnterpriseCall): Account {
  if (organization?.enterprise_id !== enterprise.id) throw notFound();
  return organization;
}

/** The enterprise's organizations of these names, each once. @throws Refusal 422 on a name that is none of theirs */
function namedOrganizations({ world, enterprise }: EnterpriseCall, slugs: readonly string[]): Account[] {
  const found = slugs.map((slug) => {
    const account = findAccount(world.db, slug);
    if (account?.type !== "Organization" || account.enterprise_id !== enterprise.id) {
      throw invalid("organization_slugs", `the enterprise has no organization ${slug}`);
    }
    return account;
  });
  return [...new Map(found.map((account) => [account.id, account])).values()];
}
