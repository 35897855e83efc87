import type { EmulatorContext } from "../emulator-context.ts";
import type { EnterpriseTeam } from "../state/enterprise-teams.ts";
import { enterprises } from "../state/enterprises.ts";
import { nodeId } from "./user.ts";

/** Renders an enterprise team in the list of an organization that it is assigned to. */
export function renderEnterpriseTeam({ db, apiUrl, webUrl }: EmulatorContext, team: EnterpriseTeam) {
  const enterprise = enterprises.find(db, { id: team.enterprise_id })?.slug;
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
