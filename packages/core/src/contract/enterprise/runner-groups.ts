import * as z from "zod/mini";
import type { Access } from "../access.ts";
import { ENTERPRISE_EDITIONS } from "../edition.ts";
import { onlyWithSelectedVisibility } from "../fields.ts";
import { EnterpriseRunnerGroup } from "../objects/runner-group.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";
import { groupFields, groupPath } from "../shared/runner-groups.ts";

const access: Access = {
  tokens: ["classic"],
  requirements: [[{ scope: "manage_runners:enterprise" }]],
  roles: ["enterprise-owner"],
};

const visibility = () => z.enum(["selected", "all"]);

/**
 * Lists the runner groups of an enterprise.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/actions/self-hosted-runner-groups#list-self-hosted-runner-groups-for-an-enterprise
 */
export const listEnterpriseRunnerGroups = /* @__PURE__ */ operation(
  "GET /enterprises/{enterprise}/actions/runner-groups",
  () => ({
    ...wrappedList(
      { runner_groups: z.array(EnterpriseRunnerGroup()) },
      { visible_to_organization: z.optional(z.string()) },
    ),
    access,
    editions: ENTERPRISE_EDITIONS,
  }),
);

/**
 * Creates a runner group of an enterprise.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/actions/self-hosted-runner-groups#create-a-self-hosted-runner-group-for-an-enterprise
 */
export const createEnterpriseRunnerGroup = /* @__PURE__ */ operation(
  "POST /enterprises/{enterprise}/actions/runner-groups",
  () => ({
    body: z.object({
      name: z.string(),
      visibility: z.optional(visibility()),
      selected_organization_ids: z.optional(z.array(z.int())),
      runners: z.optional(z.array(z.int())),
      ...groupFields(),
      network_configuration_id: z.optional(z.string()),
    }),
    success: { 201: EnterpriseRunnerGroup() },
    access,
    retry: "verify",
    editions: ENTERPRISE_EDITIONS,
    rules: [onlyWithSelectedVisibility("selected_organization_ids")],
  }),
);

/**
 * Gets a runner group of an enterprise.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/actions/self-hosted-runner-groups#get-a-self-hosted-runner-group-for-an-enterprise
 */
export const getEnterpriseRunnerGroup = /* @__PURE__ */ operation(
  "GET /enterprises/{enterprise}/actions/runner-groups/{runner_group_id}",
  () => ({
    path: groupPath(),
    success: { 200: EnterpriseRunnerGroup() },
    access,
    retry: "safe",
    editions: ENTERPRISE_EDITIONS,
  }),
);

/**
 * Updates a runner group of an enterprise.
 * @see https://docs.github.com/enterprise-cloud@latest/rest/actions/self-hosted-runner-groups#update-a-self-hosted-runner-group-for-an-enterprise
 */
export const updateEnterpriseRunnerGroup = /* @__PURE__ */ operation(
  "PATCH /enterprises/{enterprise}/actions/runner-groups/{runner_group_id}",
  () => ({
    path: groupPath(),
    body: z.object({
      name: z.optional(z.string()),
      visibility: z._default(visibility(), "all"),
      ...groupFields(),
      network_configuration_id: z.optional(z.nullable(z.string())),
    }),
    success: { 200: EnterpriseRunnerGroup() },
    access,
    retry: "idempotent",
    editions: ENTERPRISE_EDITIONS,
  }),
);
