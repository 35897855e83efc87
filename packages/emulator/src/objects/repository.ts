import { ANONYMOUS, type Caller } from "../callers/caller.ts";
import { canSeeRepository, effectivePermission, tokenCanAccess } from "../callers/permission.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import { propertiesOf } from "../state/custom-properties.ts";
import type { Database } from "../state/database.ts";
import { issues } from "../state/issues.ts";
import {
  getRepository,
  includesPermission,
  type PermissionLevel,
  type Repository,
  type RepositorySettings,
  repositories,
  visibilityOf,
} from "../state/repositories.ts";
import { VISIBLE_FEATURES } from "../state/repository-security.ts";
import { countStars } from "../state/stars.ts";
import { countWatchers } from "../state/subscriptions.ts";
import type { Token } from "../state/tokens.ts";
import { cloneTokenFor } from "./clone-token.ts";
import { renderLicense } from "./license.ts";
import { nodeId, renderUser } from "./user.ts";

/** Returns the URLs that derive from the repository's URL. */
function repositoryLinks(url: string) {
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

/** Renders a repository in its short form. */
export function renderSimpleRepository(context: EmulatorContext, stored: Repository) {
  return context.db.memoize(`simple repository ${stored.id}`, () => {
    const repository = freshCopy(context.db, stored);
    const owner = getAccount(context.db, repository.owner_id);
    const fullName = `${owner.login}/${repository.name}`;
    const url = `${context.apiUrl}/repos/${fullName}`;
    return {
      id: repository.id,
      node_id: nodeId("Repository", repository.id),
      name: repository.name,
      full_name: fullName,
      owner: renderUser(context, owner),
      private: repository.private,
      html_url: `${context.webUrl}/${fullName}`,
      description: repository.description,
      fork: repository.parent_id !== null,
      url,
      ...repositoryLinks(url),
    };
  });
}

/** Renders a repository in a list or inside another object, as the caller sees it. */
export function renderRepository(context: EmulatorContext, repository: Repository, caller: Caller) {
  const permission = permissionForCaller(context, caller, repository);
  const template = findVisible(context, repository.template_id, caller);
  const shown = shownPermission(caller, permission);
  if (!template) return renderOwnFields(context, repository, shown);
  return context.db.memoize(`templated repository ${repository.id} ${shown} ${template.id}`, () => ({
    ...renderOwnFields(context, repository, shown),
    template_repository: renderSimpleRepository(context, template),
  }));
}

/** Renders a repository without those that it was created from. */
function renderOwnFields(context: EmulatorContext, repository: Repository, permission: PermissionLevel | undefined) {
  return context.db.memoize(`repository object ${repository.id} ${permission}`, () =>
    repositoryObject(context, freshCopy(context.db, repository), permission),
  );
}

/** Renders a single repository with its origins, as the caller sees it. */
export function renderFullRepository(context: EmulatorContext, repository: Repository, caller: Caller) {
  const permission = permissionForCaller(context, caller, repository);
  const origins = originsOf(context, repository, caller);
  const { parent, source, template } = origins;
  const cloneToken = cloneTokenFor(context, repository, caller);
  return context.db.memoize(
    `full repository ${repository.id} ${permission} ${parent?.id} ${source?.id} ${template?.id} ${cloneToken}`,
    () => ({
      ...fullRepository(context, freshCopy(context.db, repository), caller, origins),
      temp_clone_token: cloneToken,
    }),
  );
}

/** Repositories that a repository was created from. */
interface Origins {
  readonly parent: Repository | undefined;
  readonly source: Repository | undefined;
  readonly template: Repository | undefined;
}

/** Returns the repository's origins that the caller can see. */
function originsOf(context: EmulatorContext, repository: Repository, caller: Caller): Origins {
  const parent = findVisible(context, repository.parent_id, caller);
  return {
    parent,
    source: parent && findVisible(context, forkRoot(context.db, parent).id, caller),
    template: findVisible(context, repository.template_id, caller),
  };
}

/** Returns a repository that the caller can see, or undefined. */
function findVisible(context: EmulatorContext, id: number | null, caller: Caller): Repository | undefined {
  const found = id === null ? undefined : getRepository(context.db, id);
  return found && canSeeRepository(context, caller, found) ? found : undefined;
}

function fullRepository(
  context: EmulatorContext,
  repository: Repository,
  caller: Caller,
  { parent, source, template }: Origins,
) {
  const { db } = context;
  const owner = getAccount(db, repository.owner_id);
  const permission = permissionForCaller(context, caller, repository);
  return {
    ...renderOwnFields(context, repository, shownPermission(caller, permission)),
    subscribers_count: countWatchers(db, repository.id),
    network_count: repositories.count(db, { parent_id: repository.id }),
    ...(permission !== undefined && includesPermission(permission, "push") ? mergeSettings(repository) : {}),
    ...(template ? { template_repository: renderRepository(context, template, ANONYMOUS) } : {}),
    ...(owner.type === "Organization"
      ? { organization: renderUser(context, owner), custom_properties: customProperties(db, repository) }
      : {}),
    ...(parent ? { parent: renderRepository(context, parent, ANONYMOUS) } : {}),
    ...(source ? { source: renderRepository(context, source, ANONYMOUS) } : {}),
    ...(permission === "admin" ? securityAndAnalysis(repository) : {}),
  };
}

/** Renders a repository with its security features, for the event that reports their change. */
export function renderRepositoryWithSecurity(context: EmulatorContext, repository: Repository) {
  return { ...renderFullRepository(context, repository, ANONYMOUS), ...securityAndAnalysis(repository) };
}

/** Settings of merges, which only callers who can push see, and only in a single repository. */
const MERGE_SETTINGS = [
  "allow_squash_merge",
  "allow_merge_commit",
  "allow_rebase_merge",
  "allow_auto_merge",
  "allow_update_branch",
  "delete_branch_on_merge",
  "use_squash_pr_title_as_default",
  "squash_merge_commit_title",
  "squash_merge_commit_message",
  "merge_commit_title",
  "merge_commit_message",
] as const satisfies readonly (keyof RepositorySettings)[];

function mergeSettings({ settings }: Repository) {
  return Object.fromEntries(MERGE_SETTINGS.map((name) => [name, settings[name]]));
}

/** Returns the custom properties with a value, by name. */
function customProperties(db: Database, { id }: Repository) {
  const properties = propertiesOf(db, [id]).get(id) ?? [];
  return Object.fromEntries(
    properties.flatMap(({ property_name, value }) => (value === null ? [] : [[property_name, value]])),
  );
}

/** Returns the security features that were ever set, or nothing. */
function securityAndAnalysis(repository: Repository) {
  const security_and_analysis = securityOf(repository);
  return Object.keys(security_and_analysis).length > 0 ? { security_and_analysis } : {};
}

/** Returns the security features that were ever set, by name, and the bypass reviewers. */
export function securityOf({ settings: { security, bypass_reviewers: reviewers } }: Repository) {
  const features = Object.entries(security)
    .filter(([feature]) => VISIBLE_FEATURES.includes(feature))
    .map(([feature, status]) => [feature, { status }]);
  const options = reviewers.length > 0 ? { secret_scanning_delegated_bypass_options: { reviewers } } : {};
  return { ...Object.fromEntries(features), ...options };
}

/** Reads the repository again, which makes the cached object depend on it. */
function freshCopy(db: Database, repository: Repository): Repository {
  return getRepository(db, repository.id) ?? repository;
}

/** Returns the caller's permission. It is the only part that differs between callers. */
function permissionForCaller(
  context: EmulatorContext,
  caller: Caller,
  repository: Repository,
): PermissionLevel | undefined {
  const { user, token } = caller;
  if (user) return effectivePermission(context, caller, repository);
  return token && tokenCanAccess(context, token, repository) ? levelOfPermissions(token) : undefined;
}

/** Returns the permission that `permissions` shows: apps and jobs have none, whatever their token can do (recorded). */
function shownPermission({ user }: Caller, permission: PermissionLevel | undefined): PermissionLevel | undefined {
  return user || permission === undefined ? permission : "none";
}

/** Returns the level that corresponds to the permissions of an installation's or a job's token. */
function levelOfPermissions({ permissions }: Token): PermissionLevel {
  if (permissions["administration"] === "write") return "admin";
  return permissions["contents"] === "write" ? "push" : "pull";
}

/** Returns the first repository in a chain of forks. */
function forkRoot(db: Database, repository: Repository): Repository {
  const parent = repository.parent_id === null ? undefined : getRepository(db, repository.parent_id);
  return parent ? forkRoot(db, parent) : repository;
}

function repositoryObject(context: EmulatorContext, repository: Repository, permission: PermissionLevel | undefined) {
  const { db, webUrl } = context;
  const simple = renderSimpleRepository(context, repository);
  const stars = countStars(db, repository.id);
  // Cached without the number of stars, which changes more often.
  const { forks, open } = db.memoize(`counts ${repository.id}`, () => ({
    forks: repositories.count(db, { parent_id: repository.id }),
    open: issues.count(db, { repository_id: repository.id, state: "open", deleted_at: null, moved_number: null }),
  }));
  const { settings } = repository;
  return {
    ...simple,
    has_issues: settings.has_issues,
    has_projects: settings.has_projects,
    has_wiki: settings.has_wiki,
    has_pages: settings.has_pages,
    has_downloads: settings.has_downloads,
    has_discussions: settings.has_discussions,
    has_pull_requests: settings.has_pull_requests,
    is_template: settings.is_template,
    disabled: settings.disabled,
    allow_forking: settings.allow_forking,
    web_commit_signoff_required: settings.web_commit_signoff_required,
    pull_request_creation_policy: settings.pull_request_creation_policy,
    git_url: `git:${webUrl.replace(/^https?:/, "")}/${simple.full_name}.git`,
    ssh_url: `git@${new URL(webUrl).hostname}:${simple.full_name}.git`,
    clone_url: `${webUrl}/${simple.full_name}.git`,
    svn_url: `${webUrl}/${simple.full_name}`,
    homepage: repository.homepage,
    mirror_url: null,
    language: repository.language,
    license: renderLicense(context, repository),
    size: repository.size,
    default_branch: repository.default_branch,
    visibility: visibilityOf(repository),
    topics: repository.topics,
    archived: repository.archived,
    // Three names for the number of stars. The number of watchers is subscribers_count of the single repository.
    stargazers_count: stars,
    watchers_count: stars,
    watchers: stars,
    forks_count: forks,
    forks,
    open_issues_count: open,
    open_issues: open,
    created_at: repository.created_at,
    updated_at: repository.updated_at,
    pushed_at: repository.pushed_at,
    ...(permission === undefined ? {} : { permissions: permissionsOf(permission) }),
  };
}

/** Renders a permission as the flags of the API. */
export function permissionsOf(permission: PermissionLevel) {
  return {
    admin: permission === "admin",
    maintain: includesPermission(permission, "maintain"),
    push: includesPermission(permission, "push"),
    triage: includesPermission(permission, "triage"),
    pull: includesPermission(permission, "pull"),
  };
}
