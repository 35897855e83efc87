import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import { collaborators } from "../state/repositories.ts";
import { countTeamMembers, type Team, teams } from "../state/teams.ts";
import { renderOrganizationProfile } from "./organization-profile.ts";
import { nodeId } from "./user.ts";

/**
 * Renders a team with its parent.
 * @param permission the team's permission on the repository in question
 */
export function renderTeam(context: EmulatorContext, team: Team, permission = "pull") {
  const parent = team.parent_id === null ? undefined : teams.find(context.db, { id: team.parent_id });
  return { ...renderSimpleTeam(context, team, permission), parent: parent ? renderSimpleTeam(context, parent) : null };
}

/** Renders a single team. */
export function renderTeamProfile(context: EmulatorContext, team: Team, permission?: string) {
  const { db } = context;
  return {
    ...renderTeam(context, team, permission),
    members_count: countTeamMembers(db, team.id),
    repos_count: collaborators.count(db, { team_id: team.id }),
    created_at: team.created_at,
    updated_at: team.updated_at,
    organization: renderOrganizationProfile(context, getAccount(db, team.organization_id)),
  };
}

/** Renders a team without its parent. */
export function renderSimpleTeam({ db, apiUrl, webUrl }: EmulatorContext, team: Team, permission = "pull") {
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
