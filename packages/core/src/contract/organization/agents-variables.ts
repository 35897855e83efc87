import { CLOUD_EDITIONS } from "../edition.ts";
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
  ownerAccess("organization_agent_variables", [ORG_AND_PRIVATE_REPO_SCOPES], CLOUD_EDITIONS),
);

/**
 * Lists the agent variables of an organization.
 * @see https://docs.github.com/rest/agents/variables#list-organization-variables
 */
export const listOrganizationAgentsVariables = operation("GET /orgs/{org}/agents/variables", () =>
  listVariables(VARIABLES),
);

/**
 * Gets an agent variable of an organization; null if it doesn't exist.
 * @see https://docs.github.com/rest/agents/variables#get-an-organization-variable
 */
export const getOrganizationAgentsVariable = operation("GET /orgs/{org}/agents/variables/{name}", () =>
  getVariable(VARIABLES),
);

/**
 * Creates an agent variable of an organization; 409 if the name is taken.
 * @see https://docs.github.com/rest/agents/variables#create-an-organization-variable
 */
export const createOrganizationAgentsVariable = operation("POST /orgs/{org}/agents/variables", () =>
  createVariable(VARIABLES, getOrganizationAgentsVariable),
);

/**
 * Updates the value or visibility of an organization's agent variable, or renames it to `new_name`.
 * @see https://docs.github.com/rest/agents/variables#update-an-organization-variable
 */
export const updateOrganizationAgentsVariable = operation("PATCH /orgs/{org}/agents/variables/{name}", () =>
  updateVariable(VARIABLES),
);

/**
 * Deletes an agent variable of an organization.
 * @see https://docs.github.com/rest/agents/variables#delete-an-organization-variable
 */
export const deleteOrganizationAgentsVariable = operation("DELETE /orgs/{org}/agents/variables/{name}", () =>
  deleteVariable(VARIABLES),
);

/**
 * Lists the repositories that can read an agent variable with visibility `selected`.
 * @see https://docs.github.com/rest/agents/variables#list-selected-repositories-for-an-organization-variable
 */
export const listOrganizationAgentsVariableRepositories = operation(
  "GET /orgs/{org}/agents/variables/{name}/repositories",
  () => listSelectedRepositories(VARIABLES),
);

/**
 * Replaces the repositories that can read an agent variable.
 * @see https://docs.github.com/rest/agents/variables#set-selected-repositories-for-an-organization-variable
 */
export const setOrganizationAgentsVariableRepositories = operation(
  "PUT /orgs/{org}/agents/variables/{name}/repositories",
  () => setSelectedRepositories(VARIABLES),
);

/**
 * Adds a repository to those that can read an agent variable.
 * @see https://docs.github.com/rest/agents/variables#add-selected-repository-to-an-organization-variable
 */
export const addOrganizationAgentsVariableRepository = operation(
  "PUT /orgs/{org}/agents/variables/{name}/repositories/{repository_id}",
  () => changeSelectedRepository(VARIABLES),
);

/**
 * Removes a repository from those that can read an agent variable.
 * @see https://docs.github.com/rest/agents/variables#remove-selected-repository-from-an-organization-variable
 */
export const removeOrganizationAgentsVariableRepository = operation(
  "DELETE /orgs/{org}/agents/variables/{name}/repositories/{repository_id}",
  () => changeSelectedRepository(VARIABLES),
);
