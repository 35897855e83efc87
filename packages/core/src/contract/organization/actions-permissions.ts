import * as z from "zod/mini";
import {
  ActionsPermissions,
  ActionsRetention,
  ForkApproval,
  PrivateForkWorkflows,
  RepositoryRunnerPermissions,
  SelectedActions,
  WorkflowPermissions,
} from "../objects/actions-permissions.ts";
import { operation } from "../operation.ts";
import { change, get, ownerAccess } from "../reads-and-writes.ts";
import { vendorValues } from "../schema.ts";
import {
  changeSelectedRepository,
  listSelectedFullRepositories,
  type SelectionAccess,
  setSelectedRepositories,
} from "../shared/selected-repositories.ts";

const SETTINGS_ACCESS = ownerAccess("organization_administration", ["admin:org"]);

/** Neither the public documentation nor the public API description names a scope for these operations. */
const UNSCOPED_ACCESS = ownerAccess("organization_administration", []);

const WORKFLOW_REPOSITORIES_ACCESS: SelectionAccess = {
  ...SETTINGS_ACCESS,
  otherStatuses: { list: [409], set: [409], one: [409] },
};

const RUNNER_REPOSITORIES_ACCESS: SelectionAccess = {
  ...SETTINGS_ACCESS,
  otherStatuses: { list: [403, 404, 409], set: [403, 404, 409, 422], one: [403, 404, 409, 422] },
};

/**
 * Gets which repositories can run workflows, and which actions they can use.
 * @see https://docs.github.com/rest/actions/permissions#get-github-actions-permissions-for-an-organization
 */
export const getActionsPermissions = operation("GET /orgs/{org}/actions/permissions", () =>
  get(SETTINGS_ACCESS.read, ActionsPermissions.schema()),
);

/**
 * Sets which repositories can run workflows, and which actions they can use.
 * @see https://docs.github.com/rest/actions/permissions#set-github-actions-permissions-for-an-organization
 */
export const setActionsPermissions = operation("PUT /orgs/{org}/actions/permissions", () => ({
  body: z.object({
    enabled_repositories: z.enum(["all", "none", "selected"]),
    allowed_actions: z.optional(z.enum(["all", "local_only", "selected"])),
    sha_pinning_required: z.optional(z.boolean()),
  }),
  ...change(SETTINGS_ACCESS.write),
}));

/**
 * Gets the retention period of artifacts and logs, in days.
 * @see https://docs.github.com/rest/actions/permissions#get-artifact-and-log-retention-settings-for-an-organization
 */
export const getActionsRetention = operation("GET /orgs/{org}/actions/permissions/artifact-and-log-retention", () =>
  get(SETTINGS_ACCESS.read, ActionsRetention.schema(), [403, 404]),
);

/**
 * Sets the retention period of artifacts and logs, in days.
 * @see https://docs.github.com/rest/actions/permissions#set-artifact-and-log-retention-settings-for-an-organization
 */
export const setActionsRetention = operation("PUT /orgs/{org}/actions/permissions/artifact-and-log-retention", () => ({
  body: z.object({ days: z.int() }),
  ...change(SETTINGS_ACCESS.write, [403, 404, 409, 422]),
}));

/**
 * Gets which contributors' fork pull requests need approval before their workflows run.
 * @see https://docs.github.com/rest/actions/permissions#get-fork-pr-contributor-approval-permissions-for-an-organization
 */
export const getForkApproval = operation("GET /orgs/{org}/actions/permissions/fork-pr-contributor-approval", () =>
  get(SETTINGS_ACCESS.read, ForkApproval.schema(), [404]),
);

/**
 * Sets which contributors' fork pull requests need approval before their workflows run.
 * @see https://docs.github.com/rest/actions/permissions#set-fork-pr-contributor-approval-permissions-for-an-organization
 */
export const setForkApproval = operation("PUT /orgs/{org}/actions/permissions/fork-pr-contributor-approval", () => ({
  body: z.object({
    approval_policy: vendorValues(
      z.enum(["first_time_contributors_new_to_svc", "first_time_contributors", "all_external_contributors"]),
    ),
  }),
  ...change(SETTINGS_ACCESS.write, [404, 422]),
}));

/**
 * Gets the permissions of workflows on fork pull requests in private repositories.
 * @see https://docs.github.com/rest/actions/permissions#get-private-repo-fork-pr-workflow-settings-for-an-organization
 */
export const getPrivateForkWorkflows = operation(
  "GET /orgs/{org}/actions/permissions/fork-pr-workflows-private-repos",
  () => get(UNSCOPED_ACCESS.read, PrivateForkWorkflows.schema(), [403, 404]),
);

/**
 * Sets the permissions of workflows on fork pull requests in private repositories.
 * @see https://docs.github.com/rest/actions/permissions#set-private-repo-fork-pr-workflow-settings-for-an-organization
 */
export const setPrivateForkWorkflows = operation(
  "PUT /orgs/{org}/actions/permissions/fork-pr-workflows-private-repos",
  () => ({
    body: z.object({
      run_workflows_from_fork_pull_requests: z.boolean(),
      send_write_tokens_to_workflows: z.optional(z.boolean()),
      send_secrets_and_variables: z.optional(z.boolean()),
      require_approval_for_fork_pr_workflows: z.optional(z.boolean()),
    }),
    ...change(UNSCOPED_ACCESS.write, [403, 404, 422]),
  }),
);

/**
 * Lists the selected repositories that can run workflows.
 * @see https://docs.github.com/rest/actions/permissions#list-selected-repositories-enabled-for-github-actions-in-an-organization
 */
export const listActionsRepositories = operation("GET /orgs/{org}/actions/permissions/repositories", () =>
  listSelectedFullRepositories(WORKFLOW_REPOSITORIES_ACCESS),
);

/**
 * Replaces the selected repositories that can run workflows.
 * @see https://docs.github.com/rest/actions/permissions#set-selected-repositories-enabled-for-github-actions-in-an-organization
 */
export const setActionsRepositories = operation("PUT /orgs/{org}/actions/permissions/repositories", () =>
  setSelectedRepositories(WORKFLOW_REPOSITORIES_ACCESS),
);

/**
 * Adds a repository to those that can run workflows.
 * @see https://docs.github.com/rest/actions/permissions#enable-a-selected-repository-for-github-actions-in-an-organization
 */
export const addActionsRepository = operation("PUT /orgs/{org}/actions/permissions/repositories/{repository_id}", () =>
  changeSelectedRepository(WORKFLOW_REPOSITORIES_ACCESS),
);

/**
 * Removes a repository from those that can run workflows.
 * @see https://docs.github.com/rest/actions/permissions#disable-a-selected-repository-for-github-actions-in-an-organization
 */
export const removeActionsRepository = operation(
  "DELETE /orgs/{org}/actions/permissions/repositories/{repository_id}",
  () => changeSelectedRepository(WORKFLOW_REPOSITORIES_ACCESS),
);

/**
 * Gets the actions that workflows can use if `allowed_actions` is `selected`.
 * @see https://docs.github.com/rest/actions/permissions#get-allowed-actions-and-reusable-workflows-for-an-organization
 */
export const getSelectedActions = operation("GET /orgs/{org}/actions/permissions/selected-actions", () =>
  get(SETTINGS_ACCESS.read, SelectedActions.schema(), [409]),
);

/**
 * Sets the actions that workflows can use.
 * @see https://docs.github.com/rest/actions/permissions#set-allowed-actions-and-reusable-workflows-for-an-organization
 */
export const setSelectedActions = operation("PUT /orgs/{org}/actions/permissions/selected-actions", () => ({
  body: z.object({
    svc_owned_allowed: z.optional(z.boolean()),
    verified_allowed: z.optional(z.boolean()),
    patterns_allowed: z.optional(z.array(z.string())),
  }),
  ...change(SETTINGS_ACCESS.write, [409]),
}));

/**
 * Gets which repositories can have self-hosted runners of their own.
 * @see https://docs.github.com/rest/actions/permissions#get-self-hosted-runners-settings-for-an-organization
 */
export const getRepositoryRunnerPermissions = operation("GET /orgs/{org}/actions/permissions/self-hosted-runners", () =>
  get(SETTINGS_ACCESS.read, RepositoryRunnerPermissions.schema(), [403, 404]),
);

/**
 * Sets which repositories can have self-hosted runners of their own.
 * @see https://docs.github.com/rest/actions/permissions#set-self-hosted-runners-settings-for-an-organization
 */
export const setRepositoryRunnerPermissions = operation(
  "PUT /orgs/{org}/actions/permissions/self-hosted-runners",
  () => ({
    body: z.object({ enabled_repositories: z.enum(["all", "selected", "none"]) }),
    ...change(SETTINGS_ACCESS.write, [403, 404, 409, 422]),
  }),
);

/**
 * Lists the selected repositories that can have self-hosted runners of their own.
 * @see https://docs.github.com/rest/actions/permissions#list-repositories-allowed-to-use-self-hosted-runners-in-an-organization
 */
export const listRepositoriesWithRunners = operation(
  "GET /orgs/{org}/actions/permissions/self-hosted-runners/repositories",
  () => listSelectedFullRepositories(RUNNER_REPOSITORIES_ACCESS),
);

/**
 * Replaces the selected repositories that can have self-hosted runners of their own.
 * @see https://docs.github.com/rest/actions/permissions#set-repositories-allowed-to-use-self-hosted-runners-in-an-organization
 */
export const setRepositoriesWithRunners = operation(
  "PUT /orgs/{org}/actions/permissions/self-hosted-runners/repositories",
  () => setSelectedRepositories(RUNNER_REPOSITORIES_ACCESS),
);

/**
 * Adds a repository to those that can have self-hosted runners of their own.
 * @see https://docs.github.com/rest/actions/permissions#add-a-repository-to-the-list-of-repositories-allowed-to-use-self-hosted-runners-in-an-organization
 */
export const addRepositoryWithRunners = operation(
  "PUT /orgs/{org}/actions/permissions/self-hosted-runners/repositories/{repository_id}",
  () => changeSelectedRepository(RUNNER_REPOSITORIES_ACCESS),
);

/**
 * Removes a repository from those that can have self-hosted runners of their own.
 * @see https://docs.github.com/rest/actions/permissions#remove-a-repository-from-the-list-of-repositories-allowed-to-use-self-hosted-runners-in-an-organization
 */
export const removeRepositoryWithRunners = operation(
  "DELETE /orgs/{org}/actions/permissions/self-hosted-runners/repositories/{repository_id}",
  () => changeSelectedRepository(RUNNER_REPOSITORIES_ACCESS),
);

/**
 * Gets the default permissions of a job's built-in token.
 * @see https://docs.github.com/rest/actions/permissions#get-default-workflow-permissions-for-an-organization
 */
export const getWorkflowPermissions = operation("GET /orgs/{org}/actions/permissions/workflow", () =>
  get(SETTINGS_ACCESS.read, WorkflowPermissions.schema()),
);

/**
 * Sets the default permissions of a job's built-in token.
 * @see https://docs.github.com/rest/actions/permissions#set-default-workflow-permissions-for-an-organization
 */
export const setWorkflowPermissions = operation("PUT /orgs/{org}/actions/permissions/workflow", () => ({
  body: z.object({
    default_workflow_permissions: z.optional(z.enum(["read", "write"])),
    can_approve_pull_request_reviews: z.optional(z.boolean()),
  }),
  ...change(SETTINGS_ACCESS.write),
}));
