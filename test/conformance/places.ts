import type { AnyOperation } from "@forgehand/core/contract";
import * as operations from "@forgehand/core/operations";
import { type Fields, itemsOf, wireCall } from "./wire-call.ts";

// Where the operations of a service with the seed `full` find something: the placeholders of their paths, filled from what
// its lists have.

/** A running service, and the tokens to ask it with. */
export interface Service {
  readonly apiUrl: string;
  readonly tokens: Readonly<Record<string, string>>;
  /** What the app `forgehand-demo` signs itself with. */
  readonly appToken: string;
}

const FIXED: Fields = {
  ...{ org: "acme", owner: "acme", repo: "widgets", enterprise: "acme-inc", username: "bob", path: "README.md" },
  ...{ pull_number: 1, issue_number: 1, space_number: 1, actor_type: "User", actor_identifier: "bob" },
  enterprise_team: "ent:platform-engineers",
  ...{ q: "repo:acme/widgets", day: "2026-06-13" },
};

/** What some reads cannot do without, by what their paths have. */
const BESIDE: Readonly<Record<string, string>> = { q: "/search/", day: "/metrics/" };

/** Where a placeholder's value is found: a field of the first item of a list that a condition holds for. */
type Source = readonly [placeholder: string, list: AnyOperation, field: string, holds?: (item: object) => boolean];

const listensTo = (event: string) => (item: object) =>
  "events" in item && Array.isArray(item.events) && item.events.includes(event);
/** The run of the full seed that has several jobs. */
const isOfManyJobs = (item: object) =>
  "display_title" in item && item.display_title === "Round the corners of the widget";
const isNamed = (name: string) => (item: object) => "name" in item && item.name === name;
const isSelected = (item: object) => "visibility" in item && item.visibility === "selected";

/** By how a path begins; of several beginnings the longest counts. */
const SOURCES: Readonly<Record<string, readonly Source[]>> = {
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
  "/repos/{owner}/{repo}/actions/runs": [["run_id", operations.listWorkflowRuns, "id", isOfManyJobs]],
  "/repos/{owner}/{repo}/actions/jobs": [
    ["run_id", operations.listWorkflowRuns, "id", isOfManyJobs],
    ["job_id", operations.listWorkflowRunJobs, "id"],
  ],
  "/repos/{owner}/{repo}/actions/variables": [["name", operations.listRepositoryVariables, "name"]],
  "/orgs/{org}/actions/variables": [["name", operations.listOrganizationVariables, "name", isSelected]],
  "/repos/{owner}/{repo}/actions/secrets": [["secret_name", operations.listRepositoryActionsSecrets, "name"]],
  "/repos/{owner}/{repo}/codespaces/secrets": [["secret_name", operations.listRepositoryCodespacesSecrets, "name"]],
  "/repos/{owner}/{repo}/updater/secrets": [["secret_name", operations.listRepositoryUpdaterSecrets, "name"]],
  "/repos/{owner}/{repo}/environments": [
    ["environment_name", operations.listEnvironments, "name", isNamed("production")],
    ["secret_name", operations.listEnvironmentActionsSecrets, "name"],
  ],
  "/orgs/{org}/actions/secrets": [["secret_name", operations.listOrganizationActionsSecrets, "name", isSelected]],
  "/orgs/{org}/codespaces/secrets": [["secret_name", operations.listOrganizationCodespacesSecrets, "name", isSelected]],
  "/orgs/{org}/updater/secrets": [["secret_name", operations.listOrganizationUpdaterSecrets, "name", isSelected]],
  "/orgs/{org}/actions/runner-groups": [["runner_group_id", operations.listRunnerGroups, "id", isSelected]],
  "/enterprises/{enterprise}/actions/runner-groups": [["runner_group_id", operations.listEnterpriseRunnerGroups, "id"]],
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

/** The token that an operation is best called with. */
export function tokenFor({ tokens, appToken }: Service, { path }: AnyOperation): string | undefined {
  if (path.startsWith("/app/") || path.endsWith("/installation")) return appToken;
  return tokens[path.startsWith("/installation/") ? "acme-installation" : "alice"];
}

/** The fields of an operation's path, or fewer where the service has none of what it is about. */
export async function fieldsFor(service: Service, operation: AnyOperation): Promise<Fields> {
  const [beginning = ""] = Object.keys(SOURCES)
    .filter((start) => operation.path === start || operation.path.startsWith(`${start}/`))
    .sort((a, b) => b.length - a.length);
  let fields: Fields = Object.fromEntries(
    Object.entries(FIXED).filter(
      ([name]) => operation.path.includes(`{${name}}`) || operation.path.includes(BESIDE[name] ?? " "),
    ),
  );
  for (const [placeholder, list, field, holds = () => true] of SOURCES[beginning] ?? []) {
    if (!operation.path.includes(`{${placeholder}}`) && !beginning.endsWith("/jobs")) continue;
    const { body } = await wireCall(service.apiUrl, list, { ...FIXED, ...fields }, { token: tokenFor(service, list) });
    const item = itemsOf(list, body).find((one) => typeof one === "object" && one !== null && holds(one));
    const value: unknown = item && Reflect.get(Object(item), field);
    if (typeof value === "string" || typeof value === "number") fields = { ...fields, [placeholder]: value };
  }
  return fields;
}
