import type { Caller } from "../http/call.ts";
import { getAccount } from "../state/accounts.ts";
import { openPullRequests } from "../state/pull-requests.ts";
import { type Repository, reachOf } from "../state/repositories.ts";
import { countStars } from "../state/stars.ts";
import { countWatchers } from "../state/subscriptions.ts";
import type { World } from "../world.ts";
import { nodeId, renderUser } from "./user.ts";

/** The links that follow from a repository's address alone. */
function linksOf(url: string) {
  return {
    archive_url: `${url}/{archive_format}{/ref}`,
    assignees_url: `${url}/assignees{/user}`,
    blobs_url: `${url}/git/blobs{/sha}`,
    branches_url: `${url}/branches{/branch}`,
    collaborators_url: `${url}/collaborators{/collaborator}`,
    comments_url: `${url}/comments{/number}`,
    commits_url: `${url}/commits{/sha}`,
    compare_url: `${url}/compare/{base}...{head}`,
    contents_url: `${url}/contents/{+path}`,
    contributors_url: `${url}/contributors`,
    deployments_url: `${url}/deployments`,
    downloads_url: `${url}/downloads`,
    events_url: `${url}/events`,
    forks_url: `${url}/forks`,
    git_commits_url: `${url}/git/commits{/sha}`,
    git_refs_url: `${url}/git/refs{/sha}`,
    git_tags_url: `${url}/git/tags{/sha}`,
    hooks_url: `${url}/hooks`,
    issue_comment_url: `${url}/issues/comments{/number}`,
    issue_events_url: `${url}/issues/events{/number}`,
    issues_url: `${url}/issues{/number}`,
    keys_url: `${url}/keys{/key_id}`,
    labels_url: `${url}/labels{/name}`,
    languages_url: `${url}/languages`,
    merges_url: `${url}/merges`,
    milestones_url: `${url}/milestones{/number}`,
    notifications_url: `${url}/notifications{?since,all,participating}`,
    pulls_url: `${url}/pulls{/number}`,
    releases_url: `${url}/releases{/id}`,
    stargazers_url: `${url}/stargazers`,
    statuses_url: `${url}/statuses/{sha}`,
    subscribers_url: `${url}/subscribers`,
    subscription_url: `${url}/subscription`,
    tags_url: `${url}/tags`,
    teams_url: `${url}/teams`,
    trees_url: `${url}/git/trees{/sha}`,
  };
}

/** A repository as lists carry it. */
export function renderMinimalRepository(world: World, repository: Repository) {
  const owner = getAccount(world.db, repository.owner_id);
  const fullName = `${owner.login}/${repository.name}`;
  const url = `${world.apiUrl}/repos/${fullName}`;
  return {
    id: repository.id,
    node_id: nodeId("Repository", repository.id),
    name: repository.name,
    full_name: fullName,
    owner: renderUser(world, owner),
    private: repository.private,
    html_url: `${world.webUrl}/${fullName}`,
    description: repository.description,
    fork: false,
    url,
    ...linksOf(url),
  };
}

/** A repository by itself, as this caller sees it. */
export function renderRepository(world: World, repository: Repository, { user }: Caller) {
  const { db, webUrl } = world;
  const minimal = renderMinimalRepository(world, repository);
  const stars = countStars(db, repository.id);
  const open = openPullRequests(db, repository.id).length;
  const reach = user && reachOf(db, repository, user.id);
  return {
    ...minimal,
    git_url: `git:${webUrl.replace(/^https?:/, "")}/${minimal.full_name}.git`,
    ssh_url: `git@${new URL(webUrl).hostname}:${minimal.full_name}.git`,
    clone_url: `${webUrl}/${minimal.full_name}.git`,
    svn_url: `${webUrl}/${minimal.full_name}`,
    homepage: null,
    mirror_url: null,
    language: repository.language,
    license: null,
    size: 0,
    default_branch: repository.default_branch,
    visibility: repository.private ? "private" : "public",
    topics: [],
    archived: false,
    disabled: false,
    is_template: false,
    has_issues: true,
    has_projects: true,
    has_wiki: true,
    has_pages: false,
    has_downloads: true,
    has_discussions: false,
    // Three names for stars; watchers are counted by subscribers_count.
    stargazers_count: stars,
    watchers_count: stars,
    watchers: stars,
    subscribers_count: countWatchers(db, repository.id),
    network_count: 0,
    forks_count: 0,
    forks: 0,
    open_issues_count: open,
    open_issues: open,
    created_at: repository.created_at,
    updated_at: repository.updated_at,
    pushed_at: repository.pushed_at,
    ...(reach
      ? { permissions: { admin: reach === "admin", push: reach === "admin" || reach === "push", pull: true } }
      : {}),
  };
}
