import type { EmulatorContext } from "../emulator-context.ts";
import { type Account, getAccount } from "../state/accounts.ts";

/** Renders a user or organization inside other objects. */
export function renderUser(context: EmulatorContext, account: Account) {
  return context.db.memoize(`user object ${account.id}`, () => userObject(context, getAccount(context.db, account.id)));
}

/** Renders the fields of a user, who doesn't need to have an account in the emulator. */
export function userObject(
  { apiUrl, webUrl }: EmulatorContext,
  account: Pick<Account, "id" | "login" | "type" | "site_admin">,
) {
  // Logins of bots end in "[bot]".
  const name = encodeURIComponent(account.login);
  const url = `${apiUrl}/users/${name}`;
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId(account.type, account.id),
    avatar_url: `${webUrl}/avatars/${name}.svg`,
    gravatar_id: "",
    url,
    html_url: `${webUrl}/${profilePath(account)}`,
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

/** Returns the path of an account's page: a bot has the page of its app. */
export function profilePath({ login, type }: Pick<Account, "login" | "type">): string {
  return type === "Bot" ? `apps/${login.replace(/\[bot\]$/, "")}` : login;
}

/** Returns the opaque global id of an object. */
export function nodeId(type: string, id: number | string): string {
  return Buffer.from(`${type}:${id}`).toString("base64url");
}
