import * as z from "zod/mini";
import type { Level } from "../access.ts";
import { allow } from "../allow.ts";
import { EDITIONS } from "../edition.ts";
import { groupFields, groupId, groupPath } from "../families/runner-groups.ts";
import {
  changeSelectedRepository,
  listSelectedRepositories,
  type Selection,
  setSelectedRepositories,
} from "../families/selected-repositories.ts";
import { selectedOnly } from "../fields.ts";
import { Runner } from "../objects/runner.ts";
import { RunnerGroup } from "../objects/runner-group.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";

const access = (level: Level) =>
  allow("organization_self_hosted_runners", level, ["admin:org"], { roles: ["organization-owner"] });

const REPOSITORIES: Selection = {
  read: access("read"),
  write: access("write"),
  editions: EDITIONS,
  otherStatuses: { list: [], set: [], one: [] },
};

/** The runner groups of an organization (document 2, Self-hosted runner groups). */
export const listRunnerGroups = /* @__PURE__ */ operation("GET /orgs/{org}/actions/runner-groups", () => ({
  ...wrappedList({ runner_groups: z.array(RunnerGroup()) }, { visible_to_repository: z.optional(z.string()) }),
  access: access("read"),
}));

/** Create a runner group (document 2). */
export const createRunnerGroup = /* @__PURE__ */ operation("POST /orgs/{org}/actions/runner-groups", () => ({
  body: z.object({
    name: z.string(),
    visibility: z._default(z.enum(["selected", "all", "private"]), "all"),
    selected_repository_ids: z.optional(z.array(z.int())),
    runners: z.optional(z.array(z.int())),
    ...groupFields(),
    network_configuration_id: z.optional(z.string()),
  }),
  success: { 201: RunnerGroup() },
  access: access("write"),
  retry: "verify",
  rules: [selectedOnly("selected_repository_ids", "all")],
}));

/** One runner group (document 2). */
export const getRunnerGroup = /* @__PURE__ */ operation(
  "GET /orgs/{org}/actions/runner-groups/{runner_group_id}",
  () => ({ path: groupPath(), success: { 200: RunnerGroup() }, access: access("read"), retry: "safe" }),
);

/** Change a runner group; its name has to be given (document 2). */
export const updateRunnerGroup = /* @__PURE__ */ operation(
  "PATCH /orgs/{org}/actions/runner-groups/{runner_group_id}",
  () => ({
    path: groupPath(),
    body: z.object({
      name: z.string(),
      visibility: z.optional(z.enum(["selected", "all", "private"])),
      ...groupFields(),
      network_configuration_id: z.optional(z.nullable(z.string())),
    }),
    success: { 200: RunnerGroup() },
    access: access("write"),
    retry: "idempotent",
  }),
);

/** Delete a runner group; its runners go to the default group. */
export const deleteRunnerGroup = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/actions/runner-groups/{runner_group_id}",
  () => ({ path: groupPath(), success: { 204: undefined }, access: access("write"), retry: "idempotent" }),
);

/** The repositories that may use a group whose visibility is `selected`. */
export const listRunnerGroupRepositories = /* @__PURE__ */ operation(
  "GET /orgs/{org}/actions/runner-groups/{runner_group_id}/repositories",
  () => listSelectedRepositories(REPOSITORIES, groupId),
);

/** Replace the repositories that may use a group. */
export const setRunnerGroupRepositories = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/actions/runner-groups/{runner_group_id}/repositories",
  () => setSelectedRepositories(REPOSITORIES, groupId),
);

/** Let one more repository use a group. */
export const addRunnerGroupRepository = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/actions/runner-groups/{runner_group_id}/repositories/{repository_id}",
  () => changeSelectedRepository(REPOSITORIES, groupId),
);

/** Let one repository no longer use a group. */
export const removeRunnerGroupRepository = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/actions/runner-groups/{runner_group_id}/repositories/{repository_id}",
  () => changeSelectedRepository(REPOSITORIES, groupId),
);

/** The runners of a group. */
export const listRunnerGroupRunners = /* @__PURE__ */ operation(
  "GET /orgs/{org}/actions/runner-groups/{runner_group_id}/runners",
  () => ({ path: groupPath(), ...wrappedList({ runners: z.array(Runner()) }), access: access("read") }),
);

/** Replace the runners of a group. */
export const setRunnerGroupRunners = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/actions/runner-groups/{runner_group_id}/runners",
  () => ({
    path: groupPath(),
    body: z.object({ runners: z.array(z.int()) }),
    success: { 204: undefined },
    access: access("write"),
    retry: "idempotent",
  }),
);

const member = () => z.object({ runner_group_id: z.int(), runner_id: z.int() });

/** Put a runner into a group. */
export const addRunnerGroupRunner = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/actions/runner-groups/{runner_group_id}/runners/{runner_id}",
  () => ({ path: member(), success: { 204: undefined }, access: access("write"), retry: "idempotent" }),
);

/** Take a runner out of a group, back to the default one. */
export const removeRunnerGroupRunner = /* @__PURE__ */ operation(
  "DELETE /orgs/{org}/actions/runner-groups/{runner_group_id}/runners/{runner_id}",
  () => ({ path: member(), success: { 204: undefined }, access: access("write"), retry: "idempotent" }),
);
