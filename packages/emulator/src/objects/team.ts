import { getAccount } from "../state/accounts.ts";
import { getTeam, type Team } from "../state/teams.ts";
import type { World } from "../world.ts";
import { nodeId } from "./user.ts";

/** A team with the one above it (document 3, Team object). @param permission what it may do with the repository at hand */
export function renderTeam(world: World, team: Team, permission = "pull") {
  const parent = team.parent_id === null ? undefined : getTeam(world.db, team.parent_id);
  return { ...renderSimpleTeam(world, team, permission), parent: parent ? renderSimpleTeam(world, parent) : null };
}

/** The same without the one above it (public description). */
export function renderSimpleTeam({ db, apiUrl, webUrl }: World, team: Team, permission = "pull") {
  const { login } = getAccount(db, team.organization_id);
  const url = `${apiUrl}/organizations/${team.organization_id}/team/${team.id}`;
  return {
    id: team.id,
    node_id: nodeId("Team", team.id),
    name: team.name,
    slug: team.slug,
    description: team.description,
    privacy: team.privacy,
    notification_setting: team.notification_setting,
    permission,
    type: "organization",
    organization_id: team.organization_id,
    url,
    html_url: `${webUrl}/orgs/${login}/teams/${team.slug}`,
    members_url: `${url}/members{/member}`,
    repositories_url: `${url}/repos`,
  };
}
