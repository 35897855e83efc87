import type { Account } from "../../state/accounts.ts";
import type { World } from "../../world.ts";

/** A user or organization inside other objects. */
export function renderUser({ apiUrl, webUrl }: World, account: Account) {
  const url = `${apiUrl}/users/${account.login}`;
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId(account.type, account.id),
    avatar_url: `${webUrl}/avatars/${account.login}.svg`,
    gravatar_id: "",
    url,
    html_url: `${webUrl}/${account.login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: account.type,
    site_admin: false,
  };
}

/** An opaque id, as the service gives one to everything beside its number. */
export function nodeId(type: string, id: number): string {
  return Buffer.from(`${type}:${id}`).toString("base64url");
}
