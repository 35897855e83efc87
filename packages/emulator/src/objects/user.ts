import type { Output } from "@forgehand/core/contract";
import type { getAuthenticatedUser } from "@forgehand/core/operations";
import type { Account } from "../state/accounts.ts";
import { countPublicRepositories } from "../state/repositories.ts";
import type { World } from "../world.ts";

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

/** The signed-in user. */
export function renderAuthenticatedUser(world: World, account: Account): Output<typeof getAuthenticatedUser> {
  return {
    ...renderUser(world, account),
    name: account.name,
    email: null,
    bio: null,
    company: null,
    blog: null,
    location: null,
    hireable: null,
    public_repos: countPublicRepositories(world.db, account.id),
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: account.created_at,
    updated_at: account.created_at,
  };
}

/** An opaque id, as the service gives one to everything beside its number. */
export function nodeId(type: string, id: number): string {
  return Buffer.from(`${type}:${id}`).toString("base64url");
}
