import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, open, sensitive } from "../schema.ts";
import { License } from "./license.ts";
import { EventUser, User } from "./user.ts";

/** Every object of a repository, however short, has these. */
const identity = /* @__PURE__ */ lazy(() => ({
  id: z.int(),
  ...alike(z.string(), "node_id", "name", "full_name", "html_url", "url"),
  owner: User(),
  ...alike(z.boolean(), "private", "fork"),
  description: z.nullable(z.string()),
  ...alike(
    z.string(),
    "archive_url",
    "assignees_url",
    "blobs_url",
    "branches_url",
    "collaborators_url",
    "comments_url",
    "commits_url",
    "compare_url",
    "contents_url",
    "contributors_url",
    "deployments_url",
    "downloads_url",
    "events_url",
    "forks_url",
    "git_commits_url",
    "git_refs_url",
    "git_tags_url",
    "issue_comment_url",
    "issue_events_url",
    "issues_url",
    "keys_url",
    "labels_url",
    "languages_url",
    "merges_url",
    "milestones_url",
    "notifications_url",
    "pulls_url",
    "releases_url",
    "stargazers_url",
    "statuses_url",
    "subscribers_url",
    "subscription_url",
    "tags_url",
    "teams_url",
    "trees_url",
    "hooks_url",
  ),
}));

/** A repository with little more than its links (public description). */
export interface SimpleRepository extends OutputOf<typeof simpleRepositorySchema> {}
const simpleRepositorySchema = /* @__PURE__ */ named(() => z.looseObject(identity()));
export const SimpleRepository: Named<SimpleRepository> = simpleRepositorySchema;

/** Rules that people are asked to keep in a repository (public description). */
const conduct = /* @__PURE__ */ lazy(() => ({
  ...alike(z.string(), "key", "name"),
  url: z.nullable(z.string()),
  html_url: z.nullable(z.string()),
}));

const feature = /* @__PURE__ */ lazy(() =>
  z.optional(z.looseObject({ status: z.optional(open("enabled", "disabled")) })),
);

/** Which security features are on (public description). */
const securityAndAnalysis = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    ...alike(
      feature(),
      "advanced_security",
      "code_security",
      "updater_security_updates",
      "secret_scanning",
      "secret_scanning_push_protection",
      "secret_scanning_non_provider_patterns",
      "secret_scanning_ai_detection",
      "secret_scanning_delegated_alert_dismissal",
      "secret_scanning_delegated_bypass",
    ),
    secret_scanning_delegated_bypass_options: z.optional(
      z.looseObject({
        reviewers: z.optional(
          z.array(
            z.looseObject({
              reviewer_id: z.int(),
              reviewer_type: open("TEAM", "ROLE"),
              mode: z.optional(open("ALWAYS", "EXEMPT")),
            }),
          ),
        ),
      }),
    ),
  }),
);

/** A repository as lists about something else carry it (document 3, Repository object). */
export interface MinimalRepository extends OutputOf<typeof minimalRepositorySchema> {}
const minimalRepositorySchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    ...identity(),
    ...alike(
      z.optional(z.string()),
      "git_url",
      "ssh_url",
      "clone_url",
      "svn_url",
      "default_branch",
      "visibility",
      "role_name",
    ),
    temp_clone_token: z.optional(z.nullable(sensitive(z.string()))),
    ...alike(
      z.optional(z.nullable(z.string())),
      "mirror_url",
      "homepage",
      "language",
      "pushed_at",
      "created_at",
      "updated_at",
    ),
    ...alike(
      z.optional(z.int()),
      "forks_count",
      "stargazers_count",
      "watchers_count",
      "size",
      "open_issues_count",
      "subscribers_count",
      "network_count",
      "forks",
      "open_issues",
      "watchers",
    ),
    ...alike(
      z.optional(z.boolean()),
      "is_template",
      "has_issues",
      "has_projects",
      "has_wiki",
      "has_pages",
      "has_downloads",
      "has_discussions",
      "has_pull_requests",
      "archived",
      "disabled",
      "allow_auto_merge",
      "allow_merge_commit",
      "allow_rebase_merge",
      "allow_squash_merge",
      "delete_branch_on_merge",
      "allow_forking",
      "web_commit_signoff_required",
    ),
    topics: z.optional(z.array(z.string())),
    pull_request_creation_policy: z.optional(open("all", "collaborators_only")),
    template_repository: z.optional(z.nullable(SimpleRepository())),
    permissions: z.optional(
      z.looseObject(alike(z.optional(z.boolean()), "admin", "maintain", "push", "triage", "pull")),
    ),
    code_of_conduct: z.optional(z.nullable(z.looseObject({ ...conduct(), body: z.optional(z.string()) }))),
    license: z.optional(
      z.nullable(
        z.looseObject({
          ...alike(z.optional(z.string()), "key", "name", "spdx_id", "node_id"),
          url: z.optional(z.nullable(z.string())),
        }),
      ),
    ),
    security_and_analysis: z.optional(z.nullable(securityAndAnalysis())),
    custom_properties: z.optional(z.looseObject({})),
  }),
);
export const MinimalRepository: Named<MinimalRepository> = minimalRepositorySchema;

const whole = /* @__PURE__ */ lazy(() => ({
  ...identity(),
  ...alike(z.string(), "git_url", "ssh_url", "clone_url", "svn_url", "default_branch"),
  ...alike(z.nullable(z.string()), "mirror_url", "homepage", "pushed_at", "created_at", "updated_at"),
  language: z.optional(z.nullable(z.string())),
  ...alike(z.int(), "forks_count", "stargazers_count", "watchers_count", "size", "open_issues_count"),
  ...alike(z.optional(z.int()), "forks", "open_issues", "watchers"),
  ...alike(z.boolean(), "has_issues", "has_projects", "has_wiki", "has_pages", "archived", "disabled"),
  ...alike(
    z.optional(z.boolean()),
    "is_template",
    "has_discussions",
    "has_downloads",
    "has_pull_requests",
    "allow_rebase_merge",
    "allow_squash_merge",
    "allow_auto_merge",
    "delete_branch_on_merge",
    "allow_update_branch",
    "use_squash_pr_title_as_default",
    "allow_merge_commit",
    "allow_forking",
    "web_commit_signoff_required",
    "anonymous_access_enabled",
  ),
  ...alike(z.optional(z.string()), "visibility", "master_branch"),
  temp_clone_token: z.optional(z.nullable(sensitive(z.string()))),
  topics: z.optional(z.array(z.string())),
  pull_request_creation_policy: z.optional(open("all", "collaborators_only")),
  squash_merge_commit_title: z.optional(open("PR_TITLE", "COMMIT_OR_PR_TITLE")),
  squash_merge_commit_message: z.optional(open("PR_BODY", "COMMIT_MESSAGES", "BLANK")),
  merge_commit_title: z.optional(open("PR_TITLE", "MERGE_MESSAGE")),
  merge_commit_message: z.optional(open("PR_BODY", "PR_TITLE", "BLANK")),
  permissions: z.optional(
    z.looseObject({
      ...alike(z.boolean(), "admin", "push", "pull"),
      ...alike(z.optional(z.boolean()), "maintain", "triage"),
    }),
  ),
  license: z.nullable(License()),
}));

/**
 * A repository as lists of repositories carry it (document 3, Repository object). `stargazers_count` and `watchers_count`
 * both count stars.
 */
export interface Repository extends OutputOf<typeof repositorySchema> {}
const repositoryObject = /* @__PURE__ */ lazy(() =>
  z.looseObject({
    ...whole(),
    ...alike(z.optional(z.int()), "subscribers_count", "network_count"),
    template_repository: z.optional(z.nullable(SimpleRepository())),
    starred_at: z.optional(z.string()),
    code_search_index_status: z.optional(
      z.looseObject({ lexical_search_ok: z.optional(z.boolean()), lexical_commit_sha: z.optional(z.string()) }),
    ),
  }),
);
const repositorySchema = /* @__PURE__ */ named(repositoryObject);
export const Repository: Named<Repository> = repositorySchema;

/** A repository by itself (document 3, Repository object). `subscribers_count` counts watchers, `stargazers_count` stars. */
export interface FullRepository extends OutputOf<typeof fullRepositorySchema> {}
const fullRepositorySchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    ...whole(),
    ...alike(z.int(), "subscribers_count", "network_count"),
    template_repository: z.optional(z.nullable(Repository())),
    organization: z.optional(z.nullable(User())),
    ...alike(z.optional(Repository()), "parent", "source"),
    code_of_conduct: z.optional(z.nullable(z.looseObject(conduct()))),
    security_and_analysis: z.optional(z.nullable(securityAndAnalysis())),
    custom_properties: z.optional(z.looseObject({})),
  }),
);
export const FullRepository: Named<FullRepository> = fullRepositorySchema;

/** A repository that an app's installation reaches (public description). */
export interface InstallationRepository extends OutputOf<typeof installationRepositorySchema> {}
const installationRepositorySchema = /* @__PURE__ */ named(() =>
  z.extend(repositoryObject(), { custom_properties: z.optional(z.looseObject({})) }),
);
export const InstallationRepository: Named<InstallationRepository> = installationRepositorySchema;

/** A repository as events carry it (public description). */
export interface EventRepository extends OutputOf<typeof eventRepositorySchema> {}
const eventRepositorySchema = /* @__PURE__ */ named(() =>
  z.extend(repositoryObject(), {
    disabled: z.optional(z.boolean()),
    organization: z.optional(z.nullable(User())),
    custom_properties: z.optional(z.looseObject({})),
  }),
);
export const EventRepository: Named<EventRepository> = eventRepositorySchema;

const runRepository = /* @__PURE__ */ lazy(() => z.looseObject({ ...identity(), owner: z.nullable(EventUser()) }));

/** The repository of a run, as events carry it (public description). */
export interface RunRepository extends OutputOf<typeof runRepositorySchema> {}
const runRepositorySchema = /* @__PURE__ */ named(runRepository);
export const RunRepository: Named<RunRepository> = runRepositorySchema;

/** The repository that a run's commit is from, as events carry it (public description). */
export interface RunHeadRepository extends OutputOf<typeof runHeadRepositorySchema> {}
const runHeadRepositorySchema = /* @__PURE__ */ named(() =>
  z.extend(runRepository(), { name: z.nullable(z.string()) }),
);
export const RunHeadRepository: Named<RunHeadRepository> = runHeadRepositorySchema;

/**
 * A repository as pushes carry it, and as what else has repositories within: its times can be seconds since 1970 (public
 * description).
 */
export interface PushedRepository extends OutputOf<typeof pushedRepositorySchema> {}
const pushedRepositorySchema = /* @__PURE__ */ named(() =>
  z.extend(repositoryObject(), {
    owner: z.nullable(EventUser()),
    ...alike(z.nullable(z.union([z.string(), z.int()])), "created_at", "pushed_at"),
    ...alike(z.int(), "forks", "open_issues", "watchers"),
    language: z.nullable(z.string()),
    has_downloads: z.boolean(),
    ...alike(z.optional(z.boolean()), "disabled", "public"),
    visibility: z.optional(open("public", "private", "internal")),
    organization: z.optional(z.string()),
    role_name: z.optional(z.nullable(z.string())),
    stargazers: z.optional(z.int()),
    custom_properties: z.optional(z.looseObject({})),
  }),
);
export const PushedRepository: Named<PushedRepository> = pushedRepositorySchema;
