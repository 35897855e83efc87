import * as z from "zod/mini";
import { Runner } from "../objects/runner.ts";
import { RunnerGroup } from "../objects/runner-group.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";
import { change, create, get, ownerAccess, update } from "../reads-and-writes.ts";
import { onlyWithSelectedVisibility } from "../rules/selected-visibility.ts";
import { groupFields, groupIdField, groupPath, groupRunnerPath } from "../shared/runner-groups.ts";
import {
  changeSelectedRepository,
  listSelectedRepositories,
  type SelectionAccess,
  setSelectedRepositories,
} from "../shared/selected-repositories.ts";

const ACCESS = ownerAccess("organization_self_hosted_runners", ["admin:org"]);

const REPOSITORIES_ACCESS: SelectionAccess = {
  ...ACCESS,
  otherStatuses: { list: [], set: [], one: [] },
};

const groupRepositoryPath = () => z.object({ ...groupIdField(), repository_id: z.int() });

/**
 * Lists the runner groups of an organization.
 * @see https://docs.github.com/rest/actions/self-hosted-runner-groups#list-self-hosted-runner-groups-for-an-organization
 */
export const listRunnerGroups = operation("GET /orgs/{org}/actions/runner-groups", () => ({
  ...wrappedList({ runner_groups: z.array(RunnerGroup.schema()) }, { visible_to_repository: z.optional(z.string()) }),
  ...ACCESS.read,
}));

/**
 * Creates a runner group.
 * @see https://docs.github.com/rest/actions/self-hosted-runner-groups#create-a-self-hosted-runner-group-for-an-organization
 */
export const createRunnerGroup = operation("POST /orgs/{org}/actions/runner-groups", () => ({
  body: z.object({
    name: z.string(),
    visibility: z._default(z.enum(["selected", "all", "private"]), "all"),
    selected_repository_ids: z.optional(z.array(z.int())),
    runners: z.optional(z.array(z.int())),
    ...groupFields(),
    network_configuration_id: z.optional(z.string()),
  }),
  ...create(ACCESS.write, RunnerGroup.schema()),
  rules: [onlyWithSelectedVisibility("selected_repository_ids", "all")],
}));

/**
 * Gets a runner group.
 * @see https://docs.github.com/rest/actions/self-hosted-runner-groups#get-a-self-hosted-runner-group-for-an-organization
 */
export const getRunnerGroup = operation("GET /orgs/{org}/actions/runner-groups/{runner_group_id}", () => ({
  path: groupPath(),
  ...get(ACCESS.read, RunnerGroup.schema()),
}));

/**
 * Updates a runner group; the name is required.
 * @see https://docs.github.com/rest/actions/self-hosted-runner-groups#update-a-self-hosted-runner-group-for-an-organization
 */
export const updateRunnerGroup = operation("PATCH /orgs/{org}/actions/runner-groups/{runner_group_id}", () => ({
  path: groupPath(),
  body: z.object({
    name: z.string(),
    visibility: z.optional(z.enum(["selected", "all", "private"])),
    ...groupFields(),
    network_configuration_id: z.optional(z.nullable(z.string())),
  }),
  ...update(ACCESS.write, RunnerGroup.schema()),
}));

/**
 * Deletes a runner group; its runners move to the default group.
 * @see https://docs.github.com/rest/actions/self-hosted-runner-groups#delete-a-self-hosted-runner-group-from-an-organization
 */
export const deleteRunnerGroup = operation("DELETE /orgs/{org}/actions/runner-groups/{runner_group_id}", () => ({
  path: groupPath(),
  ...change(ACCESS.write),
}));

/**
 * Lists the repositories that can use a runner group with visibility `selected`.
 * @see https://docs.github.com/rest/actions/self-hosted-runner-groups#list-repository-access-to-a-self-hosted-runner-group-in-an-organization
 */
export const listRunnerGroupRepositories = operation(
  "GET /orgs/{org}/actions/runner-groups/{runner_group_id}/repositories",
  () => ({ path: groupPath(), ...listSelectedRepositories(REPOSITORIES_ACCESS) }),
);

/**
 * Replaces the repositories that can use a runner group.
 * @see https://docs.github.com/rest/actions/self-hosted-runner-groups#set-repository-access-for-a-self-hosted-runner-group-in-an-organization
 */
export const setRunnerGroupRepositories = operation(
  "PUT /orgs/{org}/actions/runner-groups/{runner_group_id}/repositories",
  () => ({ path: groupPath(), ...setSelectedRepositories(REPOSITORIES_ACCESS) }),
);

/**
 * Adds a repository to those that can use a runner group.
 * @see https://docs.github.com/rest/actions/self-hosted-runner-groups#add-repository-access-to-a-self-hosted-runner-group-in-an-organization
 */
export const addRunnerGroupRepository = operation(
  "PUT /orgs/{org}/actions/runner-groups/{runner_group_id}/repositories/{repository_id}",
  () => ({ ...changeSelectedRepository(REPOSITORIES_ACCESS), path: groupRepositoryPath() }),
);

/**
 * Removes a repository from those that can use a runner group.
 * @see https://docs.github.com/rest/actions/self-hosted-runner-groups#remove-repository-access-to-a-self-hosted-runner-group-in-an-organization
 */
export const removeRunnerGroupRepository = operation(
  "DELETE /orgs/{org}/actions/runner-groups/{runner_group_id}/repositories/{repository_id}",
  () => ({ ...changeSelectedRepository(REPOSITORIES_ACCESS), path: groupRepositoryPath() }),
);

/**
 * Lists the runners of a runner group.
 * @see https://docs.github.com/rest/actions/self-hosted-runner-groups#list-self-hosted-runners-in-a-group-for-an-organization
 */
export const listRunnerGroupRunners = operation(
  "GET /orgs/{org}/actions/runner-groups/{runner_group_id}/runners",
  () => ({ path: groupPath(), ...wrappedList({ runners: z.array(Runner.schema()) }), ...ACCESS.read }),
);

/**
 * Replaces the runners of a runner group.
 * @see https://docs.github.com/rest/actions/self-hosted-runner-groups#set-self-hosted-runners-in-a-group-for-an-organization
 */
export const setRunnerGroupRunners = operation(
  "PUT /orgs/{org}/actions/runner-groups/{runner_group_id}/runners",
  () => ({
    path: groupPath(),
    body: z.object({ runners: z.array(z.int()) }),
    ...change(ACCESS.write),
  }),
);

/**
 * Adds a runner to a runner group.
 * @see https://docs.github.com/rest/actions/self-hosted-runner-groups#add-a-self-hosted-runner-to-a-group-for-an-organization
 */
export const addRunnerGroupRunner = operation(
  "PUT /orgs/{org}/actions/runner-groups/{runner_group_id}/runners/{runner_id}",
  () => ({ path: groupRunnerPath(), success: { 204: undefined }, ...ACCESS.write, retry: "idempotent" }),
);

/**
 * Moves a runner from a runner group back to the default group.
 * @see https://docs.github.com/rest/actions/self-hosted-runner-groups#remove-a-self-hosted-runner-from-a-group-for-an-organization
 */
export const removeRunnerGroupRunner = operation(
  "DELETE /orgs/{org}/actions/runner-groups/{runner_group_id}/runners/{runner_id}",
  () => ({ path: groupRunnerPath(), success: { 204: undefined }, ...ACCESS.write, retry: "idempotent" }),
);
