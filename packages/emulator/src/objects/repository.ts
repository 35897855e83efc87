import { type Caller, NOBODY } from "../callers/caller.ts";
import { isVisible, reachOfCaller } from "../callers/reach.ts";
import { getAccount } from "../state/accounts.ts";
import { propertiesOf } from "../state/custom-properties.ts";
import type { Database } from "../state/database.ts";
import { countOpenIssues } from "../state/issues.ts";
import { getRepository, type Reach, type Repository, reaches } from "../state/repositories.ts";
import { countForks } from "../state/repository-lists.ts";
import { SHOWN_FEATURES } from "../state/repository-security.ts";
import { countStars } from "../state/stars.ts";
import { countWatchers } from "../state/subscriptions.ts";
import type { World } from "../world.ts";
import { licenseOf } from "./license.ts";
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

/** A repository with little more than its links (public description). */
export function renderSimpleRepository(world: World, known: Repository) {
  return world.db.remember(`simple repository ${known.id}`, () => {
    const repository = current(world.db, known);
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
      fork: repository.parent_id !== null,
      url,
      ...linksOf(url),
    };
  });
}

/** A repository as lists carry it, as this caller sees it (document 3, Repository object). */
export function renderRepository(world: World, repository: Repository, caller: Caller) {
  const reach = shownReach(world, caller, repository);
  return world.db.remember(`repository object ${repository.id} ${reach}`, () =>
    repositoryObject(world, current(world.db, repository), reach),
  );
}

/** A repository by itself, as this caller sees it, with where it comes from (document 3, Repository object). */
export function renderFullRepository(world: World, repository: Repository, caller: Caller) {
  const reach = shownReach(world, caller, repository);
  const before = originsOf(world, repository, caller);
  const { parent, source, template } = before;
  return world.db.remember(
    `full repository ${repository.id} ${reach} ${parent?.id} ${source?.id} ${template?.id}`,
    () => fullRepository(world, current(world.db, repository), caller, before),
  );
}

/** Where a repository comes from. */
interface Origins {
  readonly parent: Repository | undefined;
  readonly source: Repository | undefined;
  readonly template: Repository | undefined;
}

/** Where a repository comes from, as far as the caller may know. */
function originsOf(world: World, repository: Repository, caller: Caller): Origins {
  const find = (id: number | null) => {
    const found = id === null ? undefined : getRepository(world.db, id);
    return found && isVisible(world, caller, found) ? found : undefined;
  };
  const parent = find(repository.parent_id);
  return {
    parent,
    source: parent && find(originOf(world.db, parent).id),
    template: find(repository.template_id),
  };
}

function fullRepository(world: World, repository: Repository, caller: Caller, { parent, source, template }: Origins) {
  const { db } = world;
  const owner = getAccount(db, repository.owner_id);
  return {
    ...renderRepository(world, repository, caller),
    template_repository: template ? renderRepository(world, template, NOBODY) : null,
    ...(owner.type === "Organization"
      ? { organization: renderUser(world, owner), custom_properties: customProperties(db, repository) }
      : {}),
    ...(parent ? { parent: renderRepository(world, parent, NOBODY) } : {}),
    ...(source ? { source: renderRepository(world, source, NOBODY) } : {}),
    ...securityAndAnalysis(repository),
  };
}

/** The custom properties that have a value, by their names. */
function customProperties(db: Database, { id }: Repository) {
  const properties = propertiesOf(db, [id]).get(id) ?? [];
  return Object.fromEntries(
    properties.flatMap(({ property_name, value }) => (value === null ? [] : [[property_name, value]])),
  );
}

/** The security features that were ever switched, where there are any. */
function securityAndAnalysis(repository: Repository) {
  const security_and_analysis = securityOf(repository);
  return Object.keys(security_and_analysis).length > 0 ? { security_and_analysis } : {};
}

/** The security features that were ever switched, by their names, and who may let secrets through. */
export function securityOf({ settings: { security, bypass_reviewers: reviewers } }: Repository) {
  const features = Object.entries(security)
    .filter(([feature]) => SHOWN_FEATURES.includes(feature))
    .map(([feature, status]) => [feature, { status }]);
  const options = reviewers.length > 0 ? { secret_scanning_delegated_bypass_options: { reviewers } } : {};
  return { ...Object.fromEntries(features), ...options };
}

/** The repository as it is: what is remembered of it has to be read, so that it is forgotten when that changes. */
function current(db: Database, repository: Repository): Repository {
  return getRepository(db, repository.id) ?? repository;
}

/** What the caller is told of what it may do; all that differs from caller to caller. */
function shownReach(world: World, caller: Caller, repository: Repository): Reach | undefined {
  return caller.user ? reachOfCaller(world, caller, repository) : undefined;
}

/** The repository at the beginning of a line of forks. */
function originOf(db: Database, repository: Repository): Repository {
  const before = repository.parent_id === null ? undefined : getRepository(db, repository.parent_id);
  return before ? originOf(db, before) : repository;
}

function repositoryObject(world: World, repository: Repository, reach: Reach | undefined) {
  const { db, webUrl } = world;
  const simple = renderSimpleRepository(world, repository);
  const stars = countStars(db, repository.id);
  // Those that don't change with each star.
  const { forks, open, watchers } = db.remember(`counts ${repository.id}`, () => ({
    forks: countForks(db, repository.id),
    open: countOpenIssues(db, repository.id),
    watchers: countWatchers(db, repository.id),
  }));
  const { security: _security, bypass_reviewers: _reviewers, ...settings } = repository.settings;
  return {
    ...simple,
    ...settings,
    git_url: `git:${webUrl.replace(/^https?:/, "")}/${simple.full_name}.git`,
    ssh_url: `git@${new URL(webUrl).hostname}:${simple.full_name}.git`,
    clone_url: `${webUrl}/${simple.full_name}.git`,
    svn_url: `${webUrl}/${simple.full_name}`,
    homepage: repository.homepage,
    mirror_url: null,
    language: repository.language,
    license: licenseOf(world, repository),
    size: repository.size,
    default_branch: repository.default_branch,
    visibility: repository.private ? "private" : "public",
    topics: repository.topics,
    archived: repository.archived,
    // Three names for stars; watchers are counted by subscribers_count.
    stargazers_count: stars,
    watchers_count: stars,
    watchers: stars,
    subscribers_count: watchers,
    network_count: forks,
    forks_count: forks,
    forks,
    open_issues_count: open,
    open_issues: open,
    created_at: repository.created_at,
    updated_at: repository.updated_at,
    pushed_at: repository.pushed_at,
    ...(reach === undefined ? {} : { permissions: permissionsOf(reach) }),
  };
}

/** What a reach lets somebody do, as objects say it. */
export function permissionsOf(reach: Reach) {
  return {
    admin: reach === "admin",
    maintain: reaches(reach, "maintain"),
    push: reaches(reach, "push"),
    triage: reaches(reach, "triage"),
    pull: reaches(reach, "pull"),
  };
}
