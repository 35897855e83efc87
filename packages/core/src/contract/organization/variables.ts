import * as z from "zod/mini";
import type { PermissionLevel } from "../access.ts";
import { EDITIONS } from "../edition.ts";
import { noPathFields, onlyWithSelectedVisibility, visibility } from "../fields.ts";
import { OrganizationVariable } from "../objects/variable.ts";
import { operation } from "../operation.ts";
import { ORG_AND_PRIVATE_REPO_SCOPES, permissionAccess } from "../permission-access.ts";
import {
  listSelectedRepositories,
  type SelectionAccess,
  setSelectedRepositories,
} from "../shared/selected-repositories.ts";
import { createVariable, deleteVariable, getVariable, listVariables, updateVariable } from "../shared/variables.ts";

const access = (level: PermissionLevel) =>
  permissionAccess("organization_actions_variables", level, [ORG_AND_PRIVATE_REPO_SCOPES], {
    roles: ["organization-owner"],
  });

const repositoryIds = () => z.optional(z.array(z.int()));

const VARIABLES = {
  read: access("read"),
  write: access("write"),
  variable: OrganizationVariable,
  create: () => ({ visibility: visibility(), selected_repository_ids: repositoryIds() }),
  update: () => ({ visibility: z.optional(visibility()), selected_repository_ids: repositoryIds() }),
  rules: [onlyWithSelectedVisibility("selected_repository_ids")],
};

const SELECTION_ACCESS: SelectionAccess = {
  read: VARIABLES.read,
  write: VARIABLES.write,
  editions: EDITIONS,
  otherStatuses: { list: [409], set: [409], one: [409] },
};

/**
 * Lists the variables of an organization.
 * @see https://docs.github.com/rest/actions/variables#list-organization-variables
 */
export const listOrganizationVariables = /* @__PURE__ */ operation("GET /orgs/{org}/actions/variables", () =>
  listVariables(VARIABLES),
);

/**
 * Gets a variable of an organization; null if it doesn't exist.
 * @see https://docs.github.com/rest/actions/variables#get-an-organization-variable
 */
export const getOrganizationVariable = /* @__PURE__ */ operation("GET /orgs/{org}/actions/variables/{name}", () =>
  getVariable(VARIABLES),
);

/**
 * Creates a variable of an organization; 409 if the name is taken.
 * @see https://docs.github.com/rest/actions/variables#create-an-organization-variable
 */
export const createOrganizationVariable = /* @__PURE__ */ operation("POST /orgs/{org}/actions/variables", () =>
  createVariable(VARIABLES, getOrganizationVariable),
);

/**
 * Updates the value or visibility of an organization's variable, or renames it to `new_name`.
 * @see https://docs.github.com/rest/actions/variables#update-an-organization-variable
 */
export const updateOrganizationVariable = /* @__PURE__ */ operation("PATCH /orgs/{org}/actions/variables/{name}", () =>
  updateVariable(VARIABLES),
);

/**
 * Deletes a variable of an organization.
 * @see https://docs.github.com/rest/actions/variables#delete-an-organization-variable
 */
export const deleteOrganizationVariable = /* @__PURE__ */ operation("DELETE /orgs/{org}/actions/variables/{name}", () =>
  deleteVariable(VARIABLES),
);

/**
 * Lists the repositories that can read a variable with visibility `selected`.
 * @see https://docs.github.com/rest/actions/variables#list-selected-repositories-for-an-organization-variable
 */
export const listOrganizationVariableRepositories = /* @__PURE__ */ operation(
  "GET /orgs/{org}/actions/variables/{name}/repositories",
  () => listSelectedRepositories(SELECTION_ACCESS, noPathFields),
);

/**
 * Replaces the repositories that can read a variable.
 * @see https://docs.github.com/rest/actions/variables#set-selected-repositories-for-an-organization-variable
 */
export const setOrganizationVariableRepositories = /* @__PURE__ */ operation(
  "PUT /orgs/{org}/actions/variables/{name}/repositories",
  () => setSelectedRepositories(SELECTION_ACCESS, noPathFields),
);
