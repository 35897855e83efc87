import { operation } from "../operation.ts";
import { ORG_AND_PRIVATE_REPO_SCOPES } from "../permission-access.ts";
import { ownerAccess } from "../reads-and-writes.ts";
import {
  changeSelectedRepository,
  listSelectedRepositories,
  setSelectedRepositories,
} from "../shared/selected-repositories.ts";
import {
  createVariable,
  deleteVariable,
  getVariable,
  listVariables,
  organizationVariableAccess,
  updateVariable,
} from "../shared/variables.ts";

const VARIABLES = organizationVariableAccess(
  ownerAccess("organization_actions_variables", [ORG_AND_PRIVATE_REPO_SCOPES]),
);

/**
 * Lists the variables of an organization.
 * @see https://docs.github.com/rest/actions/variables#list-organization-variables
 */
export const listOrganizationVariables = operation("GET /orgs/{org}/actions/variables", () => listVariables(VARIABLES));

/**
 * Gets a variable of an organization; null if it doesn't exist.
 * @see https://docs.github.com/rest/actions/variables#get-an-organization-variable
 */
export const getOrganizationVariable = operation("GET /orgs/{org}/actions/variables/{name}", () =>
  getVariable(VARIABLES),
);

/**
 * Creates a variable of an organization; 409 if the name is taken.
 * @see https://docs.github.com/rest/actions/variables#create-an-organization-variable
 */
export const createOrganizationVariable = operation("POST /orgs/{org}/actions/variables", () =>
  createVariable(VARIABLES, getOrganizationVariable),
);

/**
 * Updates the value or visibility of an organization's variable, or renames it to `new_name`.
 * @see https://docs.github.com/rest/actions/variables#update-an-organization-variable
 */
export const updateOrganizationVariable = operation("PATCH /orgs/{org}/actions/variables/{name}", () =>
  updateVariable(VARIABLES),
);

/**
 * Deletes a variable of an organization.
 * @see https://docs.github.com/rest/actions/variables#delete-an-organization-variable
 */
export const deleteOrganizationVariable = operation("DELETE /orgs/{org}/actions/variables/{name}", () =>
  deleteVariable(VARIABLES),
);

/**
 * Lists the repositories that can read a variable with visibility `selected`.
 * @see https://docs.github.com/rest/actions/variables#list-selected-repositories-for-an-organization-variable
 */
export const listOrganizationVariableRepositories = operation(
  "GET /orgs/{org}/actions/variables/{name}/repositories",
  () => listSelectedRepositories(VARIABLES),
);

/**
 * Replaces the repositories that can read a variable.
 * @see https://docs.github.com/rest/actions/variables#set-selected-repositories-for-an-organization-variable
 */
export const setOrganizationVariableRepositories = operation(
  "PUT /orgs/{org}/actions/variables/{name}/repositories",
  () => setSelectedRepositories(VARIABLES),
);

/**
 * Adds a repository to those that can read a variable.
 * @see https://docs.github.com/rest/actions/variables#add-selected-repository-to-an-organization-variable
 */
export const addOrganizationVariableRepository = operation(
  "PUT /orgs/{org}/actions/variables/{name}/repositories/{repository_id}",
  () => changeSelectedRepository(VARIABLES),
);

/**
 * Removes a repository from those that can read a variable.
 * @see https://docs.github.com/rest/actions/variables#remove-selected-repository-from-an-organization-variable
 */
export const removeOrganizationVariableRepository = operation(
  "DELETE /orgs/{org}/actions/variables/{name}/repositories/{repository_id}",
  () => changeSelectedRepository(VARIABLES),
);
