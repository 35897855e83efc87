import * as z from "zod/mini";
import { callerGrant, canSeeRepository, effectivePermission } from "../callers/permission.ts";
import { visibleRepositories } from "../callers/visible.ts";
import { gitIdentityOf } from "../git/git-identity.ts";
import { languagesOf } from "../git/languages.ts";
import { resolveCommit } from "../git/resolve.ts";
import { renderLicense } from "../objects/license.ts";
import { renderRepository } from "../objects/repository.ts";
import { nodeId } from "../objects/user.ts";
import { accounts, getAccount } from "../state/accounts.ts";
import { collaboratorsOf } from "../state/collaborators.ts";
import { type PageRange, queryPage } from "../state/database.ts";
import { isEmptyRepository } from "../state/git-store.ts";
import { issues } from "../state/issues.ts";
import { labels } from "../state/labels.ts";
import { milestones } from "../state/milestones.ts";
import { findPullRequest } from "../state/pull-requests.ts";
import { findPublishedRelease, latestRelease, releases } from "../state/releases.ts";
import {
  getRepository,
  includesPermission,
  type Repository,
  repositories,
  visibilityOf,
} from "../state/repositories.ts";
import { countStars, stars } from "../state/stars.ts";
import { subscriptions, watchersOf } from "../state/subscriptions.ts";
import { commitSource, refSource } from "./commits.ts";
import { connect, rowsIn } from "./connections.ts";
import { findRepositoryIssues } from "./find-issues.ts";
import { QueryError } from "./query-error.ts";
import { releaseSource } from "./releases.ts";
import type { FieldArguments, QueryScope, Resolvers } from "./resolver.ts";
import {
  accountSource,
  accountWithId,
  issueSource,
  type LabelSource,
  type MilestoneSource,
  ownerSource,
  type PullRequestSource,
  type RepositorySource,
  repositorySource,
} from "./sources.ts";
import { issueTemplatesOf, pullRequestTemplatesOf } from "./templates.ts";

const ByNumber = z.object({ number: z.int() });
const ByName = z.object({ name: z.string() });
const ByObject = z.object({ oid: z.nullish(z.string()), expression: z.nullish(z.string()) });
const ByTag = z.object({ tagName: z.string() });
const ByRef = z.object({ qualifiedName: z.string() });
const direction = () => z.enum(["ASC", "DESC"]);
const LabelArguments = z.object({
  orderBy: z.nullish(z.object({ field: z.enum(["CREATED_AT", "NAME"]), direction: direction() })),
  query: z.nullish(z.string()),
});
const MilestoneArguments = z.object({
  orderBy: z.nullish(
    z.object({ field: z.enum(["CREATED_AT", "UPDATED_AT", "DUE_DATE", "NUMBER"]), direction: direction() }),
  ),
  query: z.nullish(z.string()),
  states: z.nullish(z.array(z.string())),
});
const ReleaseArguments = z.object({
  orderBy: z.nullish(z.object({ field: z.enum(["CREATED_AT", "NAME"]), direction: direction() })),
});
const PeopleArguments = z.object({ query: z.nullish(z.string()) });

const MILESTONE_ORDERS = {
  CREATED_AT: "created_at",
  UPDATED_AT: "updated_at",
  DUE_DATE: "coalesce(due_on, '9999')",
  NUMBER: "number",
} as const;

const objectOf = ({ repository }: RepositorySource, { call }: QueryScope) =>
  renderRepository(call.context, repository, call.caller);

const permissionOf = ({ repository }: RepositorySource, { call }: QueryScope) =>
  effectivePermission(call.context, call.caller, repository);

const VIEWER_PERMISSIONS = {
  admin: "ADMIN",
  maintain: "MAINTAIN",
  push: "WRITE",
  triage: "TRIAGE",
  pull: "READ",
  none: null,
};

export const repositoryResolvers: Resolvers<RepositorySource> = {
  assignableUsers: ({ repository }, scope, args) => peopleOf("assignableUsers", repository, scope, args),
  autoMergeAllowed: ({ repository }) => repository.settings.allow_auto_merge,
  codeOfConduct: () => null,
  contactLinks: () => [],
  createdAt: ({ repository }) => repository.created_at,
  databaseId: ({ repository }) => repository.id,
  defaultBranchRef: ({ repository }, scope) => refSource(scope, repository, `refs/heads/${repository.default_branch}`),
  deleteBranchOnMerge: ({ repository }) => repository.settings.delete_branch_on_merge,
  description: ({ repository }) => repository.description,
  diskUsage: ({ repository }) => repository.size,
  forkCount: (source, scope) => objectOf(source, scope).forks_count,
  forks: forksOf,
  fundingLinks: () => [],
  hasDiscussionsEnabled: ({ repository }) => repository.settings.has_discussions,
  hasIssuesEnabled: ({ repository }) => repository.settings.has_issues,
  hasProjectsEnabled: ({ repository }) => repository.settings.has_projects,
  hasWikiEnabled: ({ repository }) => repository.settings.has_wiki,
  homepageUrl: ({ repository }) => repository.homepage,
  id: ({ repository }) => nodeId("Repository", repository.id),
  isArchived: ({ repository }) => repository.archived,
  isBlankIssuesEnabled: () => true,
  isDisabled: ({ repository }) => repository.settings.disabled,
  isEmpty: ({ repository }, { call }) => isEmptyRepository({ db: call.context.db, repositoryId: repository.id }),
  isFork: ({ repository }) => repository.parent_id !== null,
  isInOrganization: ({ repository }, scope) => ownerSource(scope, repository.owner_id).kind === "Organization",
  isLocked: () => false,
  isMirror: () => false,
  isPrivate: ({ repository }) => repository.private,
  isSecurityPolicyEnabled: () => false,
  isTemplate: ({ repository }) => repository.settings.is_template,
  isUserConfigurationRepository: ({ repository }, scope) =>
    repository.name === ownerSource(scope, repository.owner_id).account.login,
  issue: ({ repository }, scope, args) => {
    const { number } = z.parse(ByNumber, args);
    const issue = findIssue(scope, repository, number);
    const source = issue && issueSource(scope, issue);
    if (source?.kind !== "Issue") throw unresolved("an Issue", number);
    return source;
  },
  issueOrPullRequest: ({ repository }, scope, args) => {
    const { number } = z.parse(ByNumber, args);
    const issue = findIssue(scope, repository, number);
    if (!issue) throw unresolved("an issue or pull request", number);
    return issueSource(scope, issue);
  },
  issueTemplates: ({ repository }, scope) => issueTemplatesOf(scope, repository),
  issues: ({ repository }, scope, args) =>
    connect(
      "issues",
      args,
      (range) => findRepositoryIssues(scope, repository, "issues", args, range),
      (issue) => issueSource(scope, issue),
    ),
  label: ({ repository }, { call }, args) => {
    const { name } = z.parse(ByName, args);
    const label = labels.find(call.context.db, { repository_id: repository.id, name });
    return label ? labelSource(repository)(label) : null;
  },
  labels: ({ repository }, { call }, args) => {
    const { orderBy, query } = z.parse(LabelArguments, args);
    const order = `${orderBy?.field === "NAME" ? "name" : "id"} ${orderBy?.direction ?? "ASC"}`;
    const sql = `* FROM labels WHERE repository_id = ? AND instr(lower(name), lower(?)) > 0 ORDER BY ${order}`;
    const load = (range: PageRange) => queryPage(call.context.db, labels, sql, [repository.id, query ?? ""], range);
    return connect("labels", args, load, labelSource(repository));
  },
  languages: ({ repository }, { call }, args) => {
    const store = { db: call.context.db, repositoryId: repository.id };
    const commit = resolveCommit(store, repository.default_branch);
    const languages = Object.entries(commit === undefined ? {} : languagesOf(store, commit));
    const listed = connect("languages", args, rowsIn(languages), ([name]) => ({ name, color: null }));
    const sizes = Object.fromEntries(languages);
    return {
      ...listed,
      edges: () => listed.edges().map((edge) => ({ ...edge, size: sizes[edge.node.name] ?? 0 })),
      totalSize: languages.reduce((sum, [, size]) => sum + size, 0),
    };
  },
  latestRelease: ({ repository }, { call }) => releaseSource(repository, latestRelease(call.context.db, repository.id)),
  licenseInfo: ({ repository }, { call }) => {
    const license = renderLicense(call.context, repository);
    return (
      license && { key: license.key, name: license.name, nickname: null, spdxId: license.spdx_id, url: license.url }
    );
  },
  mentionableUsers: ({ repository }, scope, args) => peopleOf("mentionableUsers", repository, scope, args),
  mergeCommitAllowed: ({ repository }) => repository.settings.allow_merge_commit,
  milestone: ({ repository }, { call }, args) => {
    const { number } = z.parse(ByNumber, args);
    const milestone = milestones.find(call.context.db, { repository_id: repository.id, number });
    return milestone ? milestoneSource(repository)(milestone) : null;
  },
  milestones: ({ repository }, { call }, args) => {
    const { orderBy, query, states } = z.parse(MilestoneArguments, args);
    const order = `${MILESTONE_ORDERS[orderBy?.field ?? "CREATED_AT"]} ${orderBy?.direction ?? "ASC"}, number`;
    const sql = `* FROM milestones WHERE repository_id = ? AND instr(lower(title), lower(?)) > 0
      AND upper(state) IN (SELECT value FROM json_each(?)) ORDER BY ${order}`;
    const values = [repository.id, query ?? "", JSON.stringify(states ?? ["OPEN", "CLOSED"])];
    const load = (range: PageRange) => queryPage(call.context.db, milestones, sql, values, range);
    return connect("milestones", args, load, milestoneSource(repository));
  },
  mirrorUrl: () => null,
  name: ({ repository }) => repository.name,
  nameWithOwner: (source, scope) => objectOf(source, scope).full_name,
  object: ({ repository }, scope, args) => {
    const { oid, expression } = z.parse(ByObject, args);
    const store = { db: scope.call.context.db, repositoryId: repository.id };
    return commitSource(scope, repository, oid ?? (expression ? resolveCommit(store, expression) : undefined));
  },
  openGraphImageUrl: (source, scope) => objectOf(source, scope).owner.avatar_url,
  owner: ({ repository }, scope) => ownerSource(scope, repository.owner_id),
  parent: ({ repository }, scope) => visibleSource(scope, repository.parent_id),
  primaryLanguage: ({ repository }) =>
    repository.language === null ? null : { name: repository.language, color: null },
  pullRequest: ({ repository }, { call }, args): PullRequestSource => {
    const { number } = z.parse(ByNumber, args);
    const pull = findPullRequest(call.context.db, repository.id, number);
    if (!pull) throw unresolved("a PullRequest", number);
    return { kind: "PullRequest", repository, pull };
  },
  pullRequestTemplates: ({ repository }, scope) => pullRequestTemplatesOf(scope, repository),
  pullRequests: ({ repository }, scope, args) =>
    connect(
      "pullRequests",
      args,
      (range) => findRepositoryIssues(scope, repository, "pulls", args, range),
      (issue) => issueSource(scope, issue),
    ),
  pushedAt: ({ repository }) => repository.pushed_at,
  rebaseMergeAllowed: ({ repository }) => repository.settings.allow_rebase_merge,
  ref: ({ repository }, scope, args) => {
    const { qualifiedName } = z.parse(ByRef, args);
    const isFull = qualifiedName.startsWith("refs/");
    const candidates = isFull
      ? [qualifiedName]
      : [`refs/${qualifiedName}`, `refs/heads/${qualifiedName}`, `refs/tags/${qualifiedName}`];
    return candidates.map((name) => refSource(scope, repository, name)).find((source) => source !== null) ?? null;
  },
  release: ({ repository }, scope, args) => {
    const { tagName } = z.parse(ByTag, args);
    return releaseSource(repository, findReleaseByTag(scope, repository, tagName));
  },
  releases: ({ repository }, scope, args) => {
    const { orderBy } = z.parse(ReleaseArguments, args);
    const order = `${orderBy?.field === "NAME" ? "name" : "created_at"} ${orderBy?.direction ?? "DESC"}`;
    const drafts = canPush(scope, repository) ? "" : " AND draft = 0";
    const query = `* FROM releases WHERE repository_id = ?${drafts} ORDER BY ${order}, id DESC`;
    const load = (range: PageRange) => queryPage(scope.call.context.db, releases, query, [repository.id], range);
    return connect("releases", args, load, (release) => releaseSource(repository, release));
  },
  repositoryTopics: ({ repository }, _scope, args) =>
    connect("repositoryTopics", args, rowsIn(repository.topics), (name) => ({ topic: { name } })),
  resourcePath: (source, scope) => `/${objectOf(source, scope).full_name}`,
  securityPolicyUrl: () => null,
  squashMergeAllowed: ({ repository }) => repository.settings.allow_squash_merge,
  sshUrl: (source, scope) => objectOf(source, scope).ssh_url,
  stargazerCount: ({ repository }, { call }) => countStars(call.context.db, repository.id),
  templateRepository: ({ repository }, scope) => visibleSource(scope, repository.template_id),
  updatedAt: ({ repository }) => repository.updated_at,
  url: (source, scope) => objectOf(source, scope).html_url,
  usesCustomOpenGraphImage: () => false,
  viewerCanAdminister: (source, scope) => permissionOf(source, scope) === "admin",
  viewerDefaultCommitEmail: (_source, scope) => viewerEmail(scope),
  viewerDefaultMergeMethod: ({ repository: { settings } }) =>
    settings.allow_merge_commit ? "MERGE" : settings.allow_squash_merge ? "SQUASH" : "REBASE",
  viewerHasStarred: ({ repository }, { call }) =>
    call.caller.user !== undefined &&
    stars.has(call.context.db, { repository_id: repository.id, user_id: call.caller.user.id }),
  viewerPermission: (source, scope) => VIEWER_PERMISSIONS[permissionOf(source, scope)],
  viewerPossibleCommitEmails: (_source, scope) => {
    const email = viewerEmail(scope);
    return email === null ? [] : [email];
  },
  viewerSubscription: ({ repository }, { call }) => {
    const { user } = call.caller;
    const found = user && subscriptions.find(call.context.db, { repository_id: repository.id, user_id: user.id });
    if (!found) return user ? "UNSUBSCRIBED" : null;
    return found.ignored ? "IGNORED" : "SUBSCRIBED";
  },
  visibility: ({ repository }) => visibilityOf(repository).toUpperCase(),
  watchers: ({ repository }, scope, args) =>
    connect(
      "watchers",
      args,
      (range) => watchersOf(scope.call.context.db, repository.id, range),
      ({ user_id }) => accountWithId(scope, user_id),
    ),
};

/** Error for a number that the repository doesn't have. */
const unresolved = (kind: string, number: number) =>
  new QueryError("NOT_FOUND", `Could not resolve to ${kind} with the number of ${number}.`);

const canPush = ({ call: { context, caller } }: QueryScope, repository: Repository) =>
  includesPermission(effectivePermission(context, caller, repository), "push");

/** Finds a release; drafts only for those who can push. */
function findReleaseByTag(scope: QueryScope, repository: Repository, tag_name: string) {
  const { db } = scope.call.context;
  const published = findPublishedRelease(db, repository.id, tag_name);
  if (published || !canPush(scope, repository)) return published;
  return releases.find(db, { repository_id: repository.id, tag_name, draft: true });
}

const findIssue = ({ call }: QueryScope, { id }: Repository, number: number) =>
  issues.find(call.context.db, { repository_id: id, number, deleted_at: null, moved_number: null });

const labelSource =
  (repository: Repository) =>
  (label: LabelSource["label"]): LabelSource => ({ kind: "Label", repository, label });

const milestoneSource =
  (repository: Repository) =>
  (milestone: MilestoneSource["milestone"]): MilestoneSource => ({ kind: "Milestone", repository, milestone });

/** Returns the source of a repository that the caller can see. */
function visibleSource({ call }: QueryScope, id: number | null): RepositorySource | null {
  const repository = id === null ? undefined : getRepository(call.context.db, id);
  return repository && canSeeRepository(call.context, call.caller, repository) ? repositorySource(repository) : null;
}

function viewerEmail({ call: { caller, context } }: QueryScope): string | null {
  return caller.user ? gitIdentityOf(context.dialect, caller.user).email : null;
}

/** Returns the users who can be assigned or mentioned: those with access. */
function peopleOf(name: string, repository: Repository, { call }: QueryScope, args: FieldArguments) {
  const { db } = call.context;
  const query = (z.parse(PeopleArguments, args).query ?? "").toLowerCase();
  const ids = collaboratorsOf(db, repository, { affiliation: "all", permission: "pull" });
  const sql = `* FROM accounts WHERE id IN (SELECT value FROM json_each(?)) AND instr(lower(login), ?) > 0 ORDER BY login`;
  return connect(
    name,
    args,
    (range) => queryPage(db, accounts, sql, [JSON.stringify(ids), query], range),
    accountSource,
  );
}

const ForkArguments = z.object({ affiliations: z.nullish(z.array(z.nullable(z.string()))) });

function forksOf({ repository }: RepositorySource, { call }: QueryScope, args: FieldArguments) {
  const { affiliations } = z.parse(ForkArguments, args);
  const { caller, context } = call;
  const visible = visibleRepositories(caller);
  const sql = `r.* FROM repositories r WHERE r.parent_id = ? AND ${visible.sql} ORDER BY r.id`;
  // Affiliations restrict a list to the repositories that the viewer was given access to.
  const isAffiliated = (fork: Repository) =>
    !affiliations ||
    (affiliations.includes("OWNER") && fork.owner_id === caller.user?.id) ||
    (affiliations.includes("ORGANIZATION_MEMBER") &&
      getAccount(context.db, fork.owner_id).type === "Organization" &&
      callerGrant(context, caller, fork) !== "none") ||
    (affiliations.includes("COLLABORATOR") &&
      fork.owner_id !== caller.user?.id &&
      callerGrant(context, caller, fork) !== "none");
  const forks = context.db.all(repositories, `SELECT ${sql}`, repository.id, ...visible.values).filter(isAffiliated);
  return connect("forks", args, rowsIn(forks), repositorySource);
}
