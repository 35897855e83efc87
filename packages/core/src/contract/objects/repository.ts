import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { extensibleEnum, fieldsWith, namedObject, namedSchema, sensitive } from "../schema.ts";
import { License } from "./license.ts";
import { textMatches } from "./text-matches.ts";
import { EventUser, User } from "./user.ts";

/** Fields of every repository object. */
const identity = lazy(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "node_id", "name", "full_name", "html_url", "url"),
  owner: User.schema(),
  ...fieldsWith(z.boolean(), "private", "fork"),
  description: z.nullable(z.string()),
  ...fieldsWith(
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

/** A repository with little more than its links. */
export class SimpleRepository extends namedObject(identity) {}

/** Code of conduct of a repository. */
const codeOfConduct = lazy(() => ({
  ...fieldsWith(z.string(), "key", "name"),
  url: z.nullable(z.string()),
  html_url: z.nullable(z.string()),
}));

const feature = lazy(() => z.optional(z.looseObject({ status: z.optional(extensibleEnum("enabled", "disabled")) })));

/** Security features of a repository and their status. */
const securityAndAnalysis = lazy(() =>
  z.looseObject({
    ...fieldsWith(
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
              reviewer_type: extensibleEnum("TEAM", "ROLE"),
              mode: z.optional(extensibleEnum("ALWAYS", "EXEMPT")),
            }),
          ),
        ),
      }),
    ),
  }),
);

/** Security features of a repository, in event payloads. */
export class SecurityAndAnalysis extends namedSchema(securityAndAnalysis) {}

/** A repository in lists of other resources. */
export class MinimalRepository extends namedObject(() => ({
  ...identity(),
  ...fieldsWith(
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
  ...fieldsWith(
    z.optional(z.nullable(z.string())),
    "mirror_url",
    "homepage",
    "language",
    "pushed_at",
    "created_at",
    "updated_at",
  ),
  ...fieldsWith(
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
  ...fieldsWith(
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
  pull_request_creation_policy: z.optional(extensibleEnum("all", "collaborators_only")),
  template_repository: z.optional(z.nullable(SimpleRepository.schema())),
  permissions: z.optional(
    z.looseObject(fieldsWith(z.optional(z.boolean()), "admin", "maintain", "push", "triage", "pull")),
  ),
  code_of_conduct: z.optional(z.nullable(z.looseObject({ ...codeOfConduct(), body: z.optional(z.string()) }))),
  license: z.optional(
    z.nullable(
      z.looseObject({
        ...fieldsWith(z.optional(z.string()), "key", "name", "node_id"),
        ...fieldsWith(z.optional(z.nullable(z.string())), "spdx_id", "url"),
      }),
    ),
  ),
  security_and_analysis: z.optional(z.nullable(securityAndAnalysis())),
  custom_properties: z.optional(z.looseObject({})),
})) {}

const listedFields = lazy(() => ({
  ...identity(),
  ...fieldsWith(z.string(), "git_url", "ssh_url", "clone_url", "svn_url", "default_branch"),
  ...fieldsWith(z.nullable(z.string()), "mirror_url", "homepage", "pushed_at", "created_at", "updated_at"),
  language: z.optional(z.nullable(z.string())),
  ...fieldsWith(z.int(), "forks_count", "stargazers_count", "watchers_count", "size", "open_issues_count"),
  ...fieldsWith(z.optional(z.int()), "forks", "open_issues", "watchers"),
  ...fieldsWith(z.boolean(), "has_issues", "has_projects", "has_wiki", "has_pages", "archived", "disabled"),
  ...fieldsWith(
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
  ...fieldsWith(z.optional(z.string()), "visibility", "master_branch"),
  temp_clone_token: z.optional(z.nullable(sensitive(z.string()))),
  topics: z.optional(z.array(z.string())),
  pull_request_creation_policy: z.optional(extensibleEnum("all", "collaborators_only")),
  squash_merge_commit_title: z.optional(extensibleEnum("PR_TITLE", "COMMIT_OR_PR_TITLE")),
  squash_merge_commit_message: z.optional(extensibleEnum("PR_BODY", "COMMIT_MESSAGES", "BLANK")),
  merge_commit_title: z.optional(extensibleEnum("PR_TITLE", "MERGE_MESSAGE")),
  merge_commit_message: z.optional(extensibleEnum("PR_BODY", "PR_TITLE", "BLANK")),
  permissions: z.optional(
    z.looseObject({
      ...fieldsWith(z.boolean(), "admin", "push", "pull"),
      ...fieldsWith(z.optional(z.boolean()), "maintain", "triage"),
    }),
  ),
  license: z.nullable(License.schema()),
}));

const repositoryFields = lazy(() => ({
  ...listedFields(),
  ...fieldsWith(z.optional(z.int()), "subscribers_count", "network_count"),
  template_repository: z.optional(z.nullable(SimpleRepository.schema())),
  starred_at: z.optional(z.string()),
  code_search_index_status: z.optional(
    z.looseObject({ lexical_search_ok: z.optional(z.boolean()), lexical_commit_sha: z.optional(z.string()) }),
  ),
}));

/** A repository in lists of repositories. `stargazers_count` and `watchers_count` both count stars. */
export class Repository extends namedObject(repositoryFields) {}

/** A single repository. `subscribers_count` counts watchers, `stargazers_count` stars. */
export class FullRepository extends namedObject(() => ({
  ...listedFields(),
  ...fieldsWith(z.int(), "subscribers_count", "network_count"),
  template_repository: z.optional(z.nullable(Repository.schema())),
  organization: z.optional(z.nullable(User.schema())),
  ...fieldsWith(z.optional(Repository.schema()), "parent", "source"),
  code_of_conduct: z.optional(z.nullable(z.looseObject(codeOfConduct()))),
  security_and_analysis: z.optional(z.nullable(securityAndAnalysis())),
  custom_properties: z.optional(z.looseObject({})),
})) {}

/** A repository that a team has access to, with the team's permissions. */
export class TeamRepository extends namedObject(() => ({
  ...repositoryFields(),
  owner: z.nullable(User.schema()),
  role_name: z.optional(z.string()),
})) {}

/** A repository in search results. */
export class RepositorySearchResult extends namedObject(() => ({
  ...listedFields(),
  owner: z.nullable(User.schema()),
  ...fieldsWith(z.string(), "created_at", "updated_at", "pushed_at"),
  language: z.nullable(z.string()),
  ...fieldsWith(z.int(), "forks", "open_issues", "watchers"),
  score: z.number(),
  text_matches: textMatches(),
})) {}

/** A repository that an app's installation can access. */
export class InstallationRepository extends namedObject(() => ({
  ...repositoryFields(),
  custom_properties: z.optional(z.looseObject({})),
})) {}

/** A repository in event payloads. */
export class EventRepository extends namedObject(() => ({
  ...repositoryFields(),
  disabled: z.optional(z.boolean()),
  organization: z.optional(z.nullable(User.schema())),
  custom_properties: z.optional(z.looseObject({})),
})) {}

const runRepository = lazy(() => z.looseObject({ ...identity(), owner: z.nullable(EventUser.schema()) }));

/** The repository of a workflow run, in event payloads. */
export class RunRepository extends namedSchema(runRepository) {}

/** A repository in event payloads where any field can be missing. */
export class PartialRepository extends namedSchema(() => z.partial(runRepository())) {}

/** The repository of a workflow run's head commit, in event payloads. */
export class RunHeadRepository extends namedSchema(() => z.extend(runRepository(), { name: z.nullable(z.string()) })) {}

/** A repository in push events and in nested objects of other events. Its times can be seconds since 1970. */
export class PushedRepository extends namedObject(() => ({
  ...repositoryFields(),
  owner: z.nullable(EventUser.schema()),
  ...fieldsWith(z.nullable(z.union([z.string(), z.int()])), "created_at", "pushed_at"),
  ...fieldsWith(z.int(), "forks", "open_issues", "watchers"),
  language: z.nullable(z.string()),
  has_downloads: z.boolean(),
  ...fieldsWith(z.optional(z.boolean()), "disabled", "public"),
  visibility: z.optional(extensibleEnum("public", "private", "internal")),
  organization: z.optional(z.string()),
  role_name: z.optional(z.nullable(z.string())),
  stargazers: z.optional(z.int()),
  custom_properties: z.optional(z.looseObject({})),
})) {}
