import type { EmulatorContext } from "../emulator-context.ts";
import { type Account, getAccount } from "../state/accounts.ts";
import { nodeId } from "./user.ts";

/** Renders an organization inside lists and other objects. */
export function renderOrganization(context: EmulatorContext, { id }: Account) {
  return context.db.memoize(`organization object ${id}`, () => organizationObject(context, getAccount(context.db, id)));
}

function organizationObject({ apiUrl, webUrl }: EmulatorContext, organization: Account) {
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
