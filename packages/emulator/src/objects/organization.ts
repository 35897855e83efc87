import { type Account, getAccount } from "../state/accounts.ts";
import type { World } from "../world.ts";
import { nodeId } from "./user.ts";

/** An organization as lists carry it (document 2, Organization summary object). */
export function renderOrganization(world: World, { id }: Account) {
  return world.db.remember(`organization object ${id}`, () => organizationObject(world, getAccount(world.db, id)));
}

function organizationObject({ apiUrl, webUrl }: World, organization: Account) {
  const url = `${apiUrl}/orgs/${organization.login}`;
  return {
    login: organization.login,
    id: organization.id,
    node_id: nodeId("Organization", organization.id),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: `${webUrl}/avatars/${organization.login}.svg`,
    description: organization.description,
  };
}
