import { type Account, getAccount } from "../state/accounts.ts";
import type { World } from "../world.ts";

/** A user or organization inside other objects (document 3, User object). */
export function renderUser(world: World, account: Account) {
  return world.db.remember(`user object ${account.id}`, () => userObject(world, getAccount(world.db, account.id)));
}

/** The same of one who has no account here. */
export function userObject({ apiUrl, webUrl }: World, account: Pick<Account, "id" | "login" | "type" | "site_admin">) {
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
    user_view_type: "public",
    site_admin: account.site_admin,
  };
}

/** An opaque id, as the service gives one to everything beside its number. */
export function nodeId(type: string, id: number | string): string {
  return Buffer.from(`${type}:${id}`).toString("base64url");
}
