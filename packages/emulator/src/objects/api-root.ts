import type { EmulatorContext } from "../emulator-context.ts";

const SEARCH = "?q={query}{&page,per_page,sort,order}";

/** Renders the API root: the URL templates of GitHub's resources, also of those that the emulator doesn't have. */
export function renderApiRoot({ apiUrl, webUrl }: EmulatorContext) {
  return {
    current_user_url: `${apiUrl}/user`,
    current_user_authorizations_html_url: `${webUrl}/settings/connections/applications{/client_id}`,
    authorizations_url: `${apiUrl}/authorizations`,
    code_search_url: `${apiUrl}/search/code${SEARCH}`,
    commit_search_url: `${apiUrl}/search/commits${SEARCH}`,
    emails_url: `${apiUrl}/user/emails`,
    emojis_url: `${apiUrl}/emojis`,
    events_url: `${apiUrl}/events`,
    feeds_url: `${apiUrl}/feeds`,
    followers_url: `${apiUrl}/user/followers`,
    following_url: `${apiUrl}/user/following{/target}`,
    gists_url: `${apiUrl}/gists{/gist_id}`,
    hub_url: `${apiUrl}/hub`,
    issue_search_url: `${apiUrl}/search/issues${SEARCH}`,
    issues_url: `${apiUrl}/issues`,
    keys_url: `${apiUrl}/user/keys`,
    label_search_url: `${apiUrl}/search/labels?q={query}&repository_id={repository_id}{&page,per_page}`,
    notifications_url: `${apiUrl}/notifications`,
    organization_url: `${apiUrl}/orgs/{org}`,
    organization_repositories_url: `${apiUrl}/orgs/{org}/repos{?type,page,per_page,sort}`,
    organization_teams_url: `${apiUrl}/orgs/{org}/teams`,
    public_gists_url: `${apiUrl}/gists/public`,
    rate_limit_url: `${apiUrl}/rate_limit`,
    repository_url: `${apiUrl}/repos/{owner}/{repo}`,
    repository_search_url: `${apiUrl}/search/repositories${SEARCH}`,
    current_user_repositories_url: `${apiUrl}/user/repos{?type,page,per_page,sort}`,
    starred_url: `${apiUrl}/user/starred{/owner}{/repo}`,
    starred_gists_url: `${apiUrl}/gists/starred`,
    topic_search_url: `${apiUrl}/search/topics?q={query}{&page,per_page}`,
    user_url: `${apiUrl}/users/{user}`,
    user_organizations_url: `${apiUrl}/user/orgs`,
    user_repositories_url: `${apiUrl}/users/{user}/repos{?type,page,per_page,sort}`,
    user_search_url: `${apiUrl}/search/users${SEARCH}`,
  };
}
