import type { EnterpriseTeam } from "../state/enterprise-teams.ts";
import { getEnterprise } from "../state/enterprises.ts";
import type { World } from "../world.ts";
import { nodeId } from "./user.ts";

/** An enterprise's team as an organization that it is assigned to lists it (public description). */
export function renderEnterpriseTeam({ db, apiUrl, webUrl }: World, team: EnterpriseTeam) {
  const enterprise = getEnterprise(db, team.enterprise_id)?.slug;
  const url = `${apiUrl}/enterprises/${enterprise}/teams/${team.slug}`;
  return {
    id: team.id,
    node_id: nodeId("EnterpriseTeam", team.id),
    name: team.name,
    slug: team.slug,
    description: null,
    privacy: "closed",
    notification_setting: "notifications_enabled",
    permission: "pull",
    type: "enterprise",
    enterprise_id: team.enterprise_id,
    url,
    html_url: `${webUrl}/enterprises/${enterprise}/teams/${team.slug}`,
    members_url: `${url}/memberships{/member}`,
    repositories_url: `${url}/repos`,
    parent: null,
  };
}
