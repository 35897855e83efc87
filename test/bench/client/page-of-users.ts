const ROOT = "https://api.github.com";
const WEB = "https://github.com";

/** A page of a list as the API returns it: 30 users with 20 fields each, about 30 kB. */
export function pageOfUsers(): readonly object[] {
  return Array.from({ length: 30 }, (_, index) => user(583_231 + index));
}

function user(id: number): object {
  const login = `octocat-${id}`;
  const url = `${ROOT}/users/${login}`;
  return {
    login,
    id,
    node_id: `MDQ6VXNlcjEwMDAwMDA${id}`,
    avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
    gravatar_id: "",
    url,
    html_url: `${WEB}/${login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: "User",
    user_view_type: "public",
    site_admin: false,
    name: "Mona",
  };
}
