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
export const EMPTY_LISTS: readonly string[] = ["listWorkflowRunArtifacts"];

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
  issue_number: 1,
  space_number: 1,
  actor_type: "User",
  actor_identifier: "bob",
  enterprise_team: "ent:platform-engineers",
  q: "repo:acme/widgets",
  day: "2026-06-13",
  thread_id: 1001,
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

/** By prefix of the path; the longest matching prefix applies. */
const PARAMETER_SOURCES: Readonly<Record<string, readonly ParameterSource[]>> = {
  "/repos/{owner}/{repo}/hooks": [
    ["hook_id", operations.listRepositoryHooks, "id", listensTo("watch")],
    ["delivery_id", operations.listRepositoryHookDeliveries, "id"],
  ],
  "/repos/{owner}/{repo}/commits": [["ref", operations.compareCommits, "sha"]],
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
  "/repos/{owner}/{repo}/issues": [["issue_field_id", operations.listIssueFields, "id"]],
  "/repos/{owner}/{repo}/security-advisories": [["svcsa_id", operations.listRepositoryAdvisories, "ghsa_id"]],
  "/repos/{owner}/{repo}/import": [["author_id", operations.listImportAuthors, "id"]],
  "/orgs/{org}/actions/oidc": [["custom_property_name", operations.listOidcProperties, "custom_property_name"]],
  "/user/gpg_keys": [["gpg_key_id", operations.listGpgKeys, "id"]],
};

/** Returns a token that can call the operation. */
export function tokenFor({ tokens, appToken }: FullSeedService, { path }: AnyOperation): string | undefined {
  if (/^\/app(\/|$)/.test(path) || path.endsWith("/installation")) return appToken;
  return tokens[path.startsWith("/installation/") ? "acme-installation" : "alice"];
}

function fixedParametersFor({ path }: AnyOperation): CallFields {
  return Object.fromEntries(
    Object.entries(FIXED_PARAMETERS).filter(
      ([name]) => path.includes(`{${name}}`) || path.includes(QUERY_PATHS[name] ?? " "),
    ),
  );
}

/** Returns the path parameters of an operation. Parameters without a matching item in the seed are missing. */
export async function parametersFor(service: FullSeedService, operation: AnyOperation): Promise<CallFields> {
  const [prefixMatch = ""] = Object.keys(PARAMETER_SOURCES)
    .filter((prefix) => operation.path === prefix || operation.path.startsWith(`${prefix}/`))
    .sort((a, b) => b.length - a.length);
  let parameters = fixedParametersFor(operation);
  for (const [placeholder, list, field, matches = () => true] of PARAMETER_SOURCES[prefixMatch] ?? []) {
    if (!operation.path.includes(`{${placeholder}}`) && !/\/(?:jobs|check-runs)$/.test(prefixMatch)) continue;
    const { body } = await callOverWire(
      service.apiUrl,
      list,
      { ...fixedParametersFor(list), ...parameters },
      { token: tokenFor(service, list) },
    );
    const item = itemsOf(list, body).find(
      (candidate) => typeof candidate === "object" && candidate !== null && matches(candidate),
    );
    const value: unknown = item && Reflect.get(Object(item), field);
    if (typeof value === "string" || typeof value === "number") parameters = { ...parameters, [placeholder]: value };
  }
  return parameters;
}
