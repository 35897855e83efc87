import { getAccount, type Team } from "../state/accounts.ts";
import type { World } from "../world.ts";
import { nodeId } from "./user.ts";

export function renderTeam({ db, apiUrl, webUrl }: World, team: Team) {
  const { login } = getAccount(db, team.organization_id);
  const url = `${apiUrl}/organizations/${team.organization_id}/team/${team.id}`;
  return {
    id: team.id,
    node_id: nodeId("Team", team.id),
    name: team.name,
    slug: team.slug,
    description: team.description,
    privacy: "closed",
    notification_setting: "notifications_enabled",
    permission: "pull",
    type: "organization",
    url,
    html_url: `${webUrl}/orgs/${login}/teams/${team.slug}`,
    members_url: `${url}/members{/member}`,
    repositories_url: `${url}/repos`,
    parent: null,
  };
}
