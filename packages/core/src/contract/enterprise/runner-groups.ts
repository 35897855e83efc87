import * as z from "zod/mini";
import { ENTERPRISE_EDITIONS } from "../edition.ts";
import { Organization } from "../objects/organization.ts";
import { Runner } from "../objects/runner.ts";
import { EnterpriseRunnerGroup } from "../objects/runner-group.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";
import { change, create, get, type OperationAccess, update } from "../reads-and-writes.ts";
import { onlyWithSelectedVisibility } from "../rules/selected-visibility.ts";
import { groupFields, groupIdField, groupPath, groupRunnerPath } from "../shared/runner-groups.ts";

const ACCESS: OperationAccess = {
  access: {
    tokens: ["classic"],
    requirements: [[{ scope: "manage_runners:enterprise" }]],
    roles: ["enterprise-owner"],
  },
  editions: ENTERPRISE_EDITIONS,
};

const visibility = () => z.enum(["selected", "all"]);

const groupOrganizationPath = () => z.object({ ...groupIdField(), org_id: z.int() });

/**
 * Lists the runner groups of an enterprise.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/actions/self-hosted-runner-groups#list-self-hosted-runner-groups-for-an-enterprise
 */
export const listEnterpriseRunnerGroups = operation("GET /enterprises/{enterprise}/actions/runner-groups", () => ({
  ...wrappedList(
    { runner_groups: z.array(EnterpriseRunnerGroup.schema()) },
    { visible_to_organization: z.optional(z.string()) },
  ),
  ...ACCESS,
}));

/**
 * Creates a runner group of an enterprise.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/actions/self-hosted-runner-groups#create-a-self-hosted-runner-group-for-an-enterprise
 */
export const createEnterpriseRunnerGroup = operation("POST /enterprises/{enterprise}/actions/runner-groups", () => ({
  body: z.object({
    name: z.string(),
    visibility: z.optional(visibility()),
    selected_organization_ids: z.optional(z.array(z.int())),
    runners: z.optional(z.array(z.int())),
    ...groupFields(),
    network_configuration_id: z.optional(z.string()),
  }),
  ...create(ACCESS, EnterpriseRunnerGroup.schema()),
  rules: [onlyWithSelectedVisibility("selected_organization_ids")],
}));

/**
 * Gets a runner group of an enterprise.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/actions/self-hosted-runner-groups#get-a-self-hosted-runner-group-for-an-enterprise
 */
export const getEnterpriseRunnerGroup = operation(
  "GET /enterprises/{enterprise}/actions/runner-groups/{runner_group_id}",
  () => ({
    path: groupPath(),
    ...get(ACCESS, EnterpriseRunnerGroup.schema()),
  }),
);

/**
 * Updates a runner group of an enterprise.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/actions/self-hosted-runner-groups#update-a-self-hosted-runner-group-for-an-enterprise
 */
export const updateEnterpriseRunnerGroup = operation(
  "PATCH /enterprises/{enterprise}/actions/runner-groups/{runner_group_id}",
  () => ({
    path: groupPath(),
    body: z.object({
      name: z.optional(z.string()),
      visibility: z._default(visibility(), "all"),
      ...groupFields(),
      network_configuration_id: z.optional(z.nullable(z.string())),
    }),
    ...update(ACCESS, EnterpriseRunnerGroup.schema()),
  }),
);

/**
 * Deletes a runner group of an enterprise; its runners move to the default group.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/actions/self-hosted-runner-groups#delete-a-self-hosted-runner-group-from-an-enterprise
 */
export const deleteEnterpriseRunnerGroup = operation(
  "DELETE /enterprises/{enterprise}/actions/runner-groups/{runner_group_id}",
  () => ({
    path: groupPath(),
    ...change(ACCESS),
  }),
);

/**
 * Lists the organizations that can use a runner group with visibility `selected`.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/actions/self-hosted-runner-groups#list-organization-access-to-a-self-hosted-runner-group-in-an-enterprise
 */
export const listEnterpriseRunnerGroupOrganizations = operation(
  "GET /enterprises/{enterprise}/actions/runner-groups/{runner_group_id}/organizations",
  () => ({
    path: groupPath(),
    ...wrappedList({ organizations: z.array(Organization.schema()) }),
    ...ACCESS,
  }),
);

/**
 * Replaces the organizations that can use a runner group.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/actions/self-hosted-runner-groups#set-organization-access-for-a-self-hosted-runner-group-in-an-enterprise
 */
export const setEnterpriseRunnerGroupOrganizations = operation(
  "PUT /enterprises/{enterprise}/actions/runner-groups/{runner_group_id}/organizations",
  () => ({
    path: groupPath(),
    body: z.object({ selected_organization_ids: z.array(z.int()) }),
    ...change(ACCESS),
  }),
);

/**
 * Adds an organization to those that can use a runner group.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/actions/self-hosted-runner-groups#add-organization-access-to-a-self-hosted-runner-group-in-an-enterprise
 */
export const addEnterpriseRunnerGroupOrganization = operation(
  "PUT /enterprises/{enterprise}/actions/runner-groups/{runner_group_id}/organizations/{org_id}",
  () => ({
    path: groupOrganizationPath(),
    ...change(ACCESS),
  }),
);

/**
 * Removes an organization from those that can use a runner group.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/actions/self-hosted-runner-groups#remove-organization-access-to-a-self-hosted-runner-group-in-an-enterprise
 */
export const removeEnterpriseRunnerGroupOrganization = operation(
  "DELETE /enterprises/{enterprise}/actions/runner-groups/{runner_group_id}/organizations/{org_id}",
  () => ({
    path: groupOrganizationPath(),
    ...change(ACCESS),
  }),
);

/**
 * Lists the runners of an enterprise's runner group.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/actions/self-hosted-runner-groups#list-self-hosted-runners-in-a-group-for-an-enterprise
 */
export const listEnterpriseRunnerGroupRunners = operation(
  "GET /enterprises/{enterprise}/actions/runner-groups/{runner_group_id}/runners",
  () => ({
    path: groupPath(),
    ...wrappedList({ runners: z.array(Runner.schema()) }),
    ...ACCESS,
  }),
);

/**
 * Replaces the runners of an enterprise's runner group.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/actions/self-hosted-runner-groups#set-self-hosted-runners-in-a-group-for-an-enterprise
 */
export const setEnterpriseRunnerGroupRunners = operation(
  "PUT /enterprises/{enterprise}/actions/runner-groups/{runner_group_id}/runners",
  () => ({
    path: groupPath(),
    body: z.object({ runners: z.array(z.int()) }),
    ...change(ACCESS),
  }),
);

/**
 * Adds a runner to an enterprise's runner group.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/actions/self-hosted-runner-groups#add-a-self-hosted-runner-to-a-group-for-an-enterprise
 */
export const addEnterpriseRunnerGroupRunner = operation(
  "PUT /enterprises/{enterprise}/actions/runner-groups/{runner_group_id}/runners/{runner_id}",
  () => ({
    path: groupRunnerPath(),
    ...change(ACCESS),
  }),
);

/**
 * Moves a runner from an enterprise's runner group back to the default group.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/actions/self-hosted-runner-groups#remove-a-self-hosted-runner-from-a-group-for-an-enterprise
 */
export const removeEnterpriseRunnerGroupRunner = operation(
  "DELETE /enterprises/{enterprise}/actions/runner-groups/{runner_group_id}/runners/{runner_id}",
  () => ({
    path: groupRunnerPath(),
    ...change(ACCESS),
  }),
);
