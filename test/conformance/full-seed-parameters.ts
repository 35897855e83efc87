import type { AnyOperation } from "@forgehand/core/contract";
import * as operations from "@forgehand/core/operations";
import { type CallFields, callOverWire, itemsOf } from "./wire-call.ts";

// Finds values for the path parameters of operations in the seed `full`, from the emulator's own lists.

/** A running emulator and its tokens. */
export interface FullSeedService {
  readonly apiUrl: string;
  readonly tokens: Readonly<Record<string, string>>;
  /** JSON Web Token of the app `forgehand-demo`. */
  readonly appToken: string;
}

/** Operations with lists of what the emulator doesn't store. */
export const EMPTY_LISTS: readonly string[] = [];

const FIXED_PARAMETERS: CallFields = {
  org: "acme",
  owner: "acme",
  repo: "widgets",
  enterprise: "acme-inc",
  username: "bob",
  app_slug: "forgehand-demo",
  path: "README.md",
  basehead: "main...round-corners",
  pull_number: 1,
  issue_number: 2,
  space_number: 1,
  actor_type: "User",
  actor_identifier: "bob",
  enterprise_team: "ent:platform-engineers",
  q: "repo:acme/widgets",
  day: "2026-06-13",
  thread_id: 1001,
  milestone_number: 1,
  assignee: "bob",
  archive_format: "zip",
  team_slug: "reviewers",
  branch: "release/1.0",
  tree_sha: "main",
  ref: "tags/v1.1.0",
  /** The blob of README.md. */
  file_sha: "7f21fcade057a7d577d601398510287b41b0bb96",
  comment_id: 1,
};

/** Queries of searches for which the fixed one is not valid. */
const SEARCH_QUERIES: Readonly<Record<string, string>> = {
  "/search/code": "widget repo:acme/widgets",
  "/search/repositories": "user:acme",
  "/search/users": "type:user",
};

/** The branch whose head has statuses and checks. */
const CHECKED = { ref: "round-corners" };

/** Parameters of single paths. */
const PATH_PARAMETERS: Readonly<Record<string, CallFields>> = {
  // This pull request is merged.
  "/repos/{owner}/{repo}/pulls/{pull_number}/merge": { pull_number: 9 },
  "/repos/{owner}/{repo}/commits/{ref}/check-runs": CHECKED,
  "/repos/{owner}/{repo}/commits/{ref}/check-suites": CHECKED,
  "/repos/{owner}/{repo}/commits/{ref}/status": CHECKED,
  "/repos/{owner}/{repo}/commits/{ref}/statuses": CHECKED,
};

/** Required query parameters, by a part of the paths that need them. */
const QUERY_PATHS: Readonly<Record<string, string>> = { q: "/search/", day: "/metrics/" };

/** Source of a parameter: a field of the first item of a list that matches the condition. */
type ParameterSource = readonly [
  placeholder: string,
  list: AnyOperation,
  field: string,
  matches?: (item: object) => boolean,
];

const listensTo = (event: string) => (item: object) =>
  "events" in item && Array.isArray(item.events) && item.events.includes(event);
/** The run of the full seed that has several jobs. */
const hasManyJobs = (item: object) =>
  "display_title" in item && item.display_title === "Round the corners of the widget";
const isNamed = (name: string) => (item: object) => "name" in item && item.name === name;
const isSelected = (item: object) => "visibility" in item && item.visibility === "selected";

const isOfDemoApp = (item: object) =>
  "app" in item && Reflect.get(Object(item.app), "slug") === FIXED_PARAMETERS["app_slug"];

/** By prefix of the path; the longest matching prefix applies. */
const PARAMETER_SOURCES: Readonly<Record<string, readonly ParameterSource[]>> = {
  "/repos/{owner}/{repo}/hooks": [
    ["hook_id", operations.listRepositoryHooks, "id", listensTo("watch")],
    ["delivery_id", operations.listRepositoryHookDeliveries, "id"],
  ],
  "/orgs/{org}/hooks": [
    ["hook_id", operations.listOrganizationHooks, "id"],
    ["delivery_id", operations.listOrganizationHookDeliveries, "id"],
  ],
  "/app/hook": [["delivery_id", operations.listAppHookDeliveries, "id"]],
  "/app/installations": [["installation_id", operations.listInstallations, "id"]],
  "/repos/{owner}/{repo}/actions/runs": [["run_id", operations.listWorkflowRuns, "id", hasManyJobs]],
  "/repos/{owner}/{repo}/actions/jobs": [
    ["run_id", operations.listWorkflowRuns, "id", hasManyJobs],
    ["job_id", operations.listWorkflowRunJobs, "id"],
  ],
  "/repos/{owner}/{repo}/actions/workflows": [["workflow_id", operations.listWorkflows, "id"]],
  "/repos/{owner}/{repo}/check-runs": [
    ["run_id", operations.listWorkflowRuns, "id", hasManyJobs],
    ["check_run_id", operations.listWorkflowRunJobs, "id", isNamed("test")],
  ],
  "/repos/{owner}/{repo}/actions/variables": [["name", operations.listRepositoryVariables, "name"]],
  "/orgs/{org}/actions/variables": [["name", operations.listOrganizationVariables, "name", isSelected]],
  "/repos/{owner}/{repo}/actions/secrets": [["secret_name", operations.listRepositoryActionsSecrets, "name"]],
  "/repos/{owner}/{repo}/agents/secrets": [["secret_name", operations.listRepositoryAgentsSecrets, "name"]],
  "/repos/{owner}/{repo}/agents/variables": [["name", operations.listRepositoryAgentsVariables, "name"]],
  "/repos/{owner}/{repo}/codespaces/secrets": [["secret_name", operations.listRepositoryCodespacesSecrets, "name"]],
  "/repos/{owner}/{repo}/updater/secrets": [["secret_name", operations.listRepositoryUpdaterSecrets, "name"]],
  "/repos/{owner}/{repo}/environments": [
    ["environment_name", operations.listEnvironments, "name", isNamed("production")],
    ["secret_name", operations.listEnvironmentActionsSecrets, "name"],
    ["name", operations.listEnvironmentVariables, "name"],
  ],
  "/orgs/{org}/actions/secrets": [["secret_name", operations.listOrganizationActionsSecrets, "name", isSelected]],
  "/orgs/{org}/agents/secrets": [["secret_name", operations.listOrganizationAgentsSecrets, "name", isSelected]],
  "/orgs/{org}/agents/variables": [["name", operations.listOrganizationAgentsVariables, "name", isSelected]],
  "/user/codespaces/secrets": [["secret_name", operations.listUserCodespacesSecrets, "name"]],
  "/orgs/{org}/codespaces/secrets": [["secret_name", operations.listOrganizationCodespacesSecrets, "name", isSelected]],
  "/orgs/{org}/updater/secrets": [["secret_name", operations.listOrganizationUpdaterSecrets, "name", isSelected]],
  "/orgs/{org}/actions/runner-groups": [["runner_group_id", operations.listRunnerGroups, "id", isSelected]],
  "/enterprises/{enterprise}/actions/runner-groups": [
    ["runner_group_id", operations.listEnterpriseRunnerGroups, "id", isSelected],
  ],
  "/orgs/{org}/actions/runners": [
    ["runner_id", operations.listRunners, "id"],
    ["name", operations.listRunnerLabels, "name"],
  ],
  "/orgs/{org}/actions/hosted-runners": [["hosted_runner_id", operations.listHostedRunners, "id"]],
  "/orgs/{org}/issue-fields": [["issue_field_id", operations.listIssueFields, "id"]],
  "/orgs/{org}/code-security": [
    ["configuration_id", operations.listCodeSecurityConfigurations, "id", isNamed("High risk")],
  ],
  "/orgs/{org}/rulesets/rule-suites": [["rule_suite_id", operations.listRuleSuites, "id"]],
  "/orgs/{org}/rulesets": [
    ["ruleset_id", operations.listRulesets, "id", isNamed("Main stays whole")],
    ["version_id", operations.listRulesetVersions, "version_id"],
  ],
  "/organizations/{org}/settings": [["budget_id", operations.listBudgets, "id"]],
  "/repos/{owner}/{repo}/issues": [
    ["issue_field_id", operations.listIssueFields, "id"],
    ["event_id", operations.listIssueEvents, "id"],
    ["comment_id", operations.listIssueComments, "id"],
  ],
  "/repos/{owner}/{repo}/security-advisories": [["svcsa_id", operations.listRepositoryAdvisories, "ghsa_id"]],
  "/repos/{owner}/{repo}/import": [["author_id", operations.listImportAuthors, "id"]],
  "/orgs/{org}/actions/oidc": [["custom_property_name", operations.listOidcProperties, "custom_property_name"]],
  "/repos/{owner}/{repo}/pulls": [
    ["review_id", operations.listReviews, "id"],
    ["comment_id", operations.listReviewComments, "id"],
  ],
  "/user/gpg_keys": [["gpg_key_id", operations.listGpgKeys, "id"]],
  "/repos/{owner}/{repo}/labels": [["name", operations.listLabels, "name"]],
  "/repos/{owner}/{repo}/actions/artifacts": [["artifact_id", operations.listArtifacts, "id"]],
  "/users/{username}/orgs": [["username", operations.listOrganizationMembers, "login"]],
  "/repos/{owner}/{repo}/invitations": [["repo", operations.listOrganizationRepositories, "name", isNamed("template")]],
  "/repos/{owner}/{repo}/commits/{commit_sha}": [["commit_sha", operations.listCommits, "sha"]],
  "/repos/{owner}/{repo}/git/commits": [["commit_sha", operations.listCommits, "sha"]],
  "/repos/{owner}/{repo}/git/tags": [["tag_sha", operations.listMatchingRefs, "object.sha"]],
  "/repos/{owner}/{repo}/commits/{ref}": [["ref", operations.compareCommits, "sha"]],
  "/repos/{owner}/{repo}/commits/{commit_sha}/pulls": [["commit_sha", operations.compareCommits, "sha"]],
  "/repos/{owner}/{repo}/check-suites": [["check_suite_id", operations.listCheckSuites, "id", isOfDemoApp]],
  "/repos/{owner}/{repo}/deployments": [["deployment_id", operations.listDeployments, "id"]],
  "/repos/{owner}/{repo}/releases": [
    ["tag", operations.listReleases, "tag_name", isNamed("v1.1.0")],
    ["release_id", operations.listReleases, "id", isNamed("v1.1.0")],
    ["asset_id", operations.listReleaseAssets, "id"],
  ],
};

/** Returns a token that can call the operation. */
export function tokenFor({ tokens, appToken }: FullSeedService, { path }: AnyOperation): string | undefined {
  if (/^\/app(\/|$)/.test(path) || path.endsWith("/installation")) return appToken;
  if (path === "/user/installations") return tokens["bob-app"];
  return tokens[path.startsWith("/installation/") ? "acme-installation" : "alice"];
}

function fixedParametersFor({ path }: AnyOperation): CallFields {
  const fixed = Object.entries(FIXED_PARAMETERS).filter(
    ([name]) => path.includes(`{${name}}`) || path.includes(QUERY_PATHS[name] ?? " "),
  );
  const q = SEARCH_QUERIES[path];
  return { ...Object.fromEntries(fixed), ...(q === undefined ? {} : { q }), ...PATH_PARAMETERS[path] };
}

/** Returns the path parameters of an operation. Parameters without a matching item in the seed are missing. */
export async function parametersFor(service: FullSeedService, operation: AnyOperation): Promise<CallFields> {
  const [prefixMatch = ""] = Object.keys(PARAMETER_SOURCES)
    .filter((prefix) => operation.path === prefix || operation.path.startsWith(`${prefix}/`))
    .sort((a, b) => b.length - a.length);
  let parameters = fixedParametersFor(operation);
  for (const [placeholder, list, field, matches = () => true] of PARAMETER_SOURCES[prefixMatch] ?? []) {
    if (PATH_PARAMETERS[operation.path]?.[placeholder] !== undefined) continue;
    if (!operation.path.includes(`{${placeholder}}`) && !/\/(?:jobs|check-runs|releases)$/.test(prefixMatch)) continue;
    const { body } = await callOverWire(
      service.apiUrl,
      list,
      { ...fixedParametersFor(list), ...parameters },
      { token: tokenFor(service, list) },
    );
    const item = itemsOf(list, body).find(
      (candidate) => typeof candidate === "object" && candidate !== null && matches(candidate),
    );
    const value: unknown = item && field.split(".").reduce((found, name) => Object(found)[name], item);
    if (typeof value === "string" || typeof value === "number") parameters = { ...parameters, [placeholder]: value };
  }
  return parameters;
}
