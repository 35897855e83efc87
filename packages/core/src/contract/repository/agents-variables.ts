import { CLOUD_EDITIONS } from "../edition.ts";
import { operation } from "../operation.ts";
import { pushAccess } from "../reads-and-writes.ts";
import {
  createVariable,
  deleteVariable,
  getVariable,
  listVariables,
  updateVariable,
  variableAccess,
} from "../shared/variables.ts";

const VARIABLES = variableAccess(pushAccess("agent_variables", CLOUD_EDITIONS));

/**
 * Lists the agent variables of a repository.
 * @see https://docs.github.com/rest/agents/variables#list-repository-variables
 */
export const listRepositoryAgentsVariables = operation("GET /repos/{owner}/{repo}/agents/variables", () =>
  listVariables(VARIABLES),
);

/**
 * Gets an agent variable of a repository; null if it doesn't exist.
 * @see https://docs.github.com/rest/agents/variables#get-a-repository-variable
 */
export const getRepositoryAgentsVariable = operation("GET /repos/{owner}/{repo}/agents/variables/{name}", () =>
  getVariable(VARIABLES),
);

/**
 * Creates an agent variable of a repository; 409 if the name is taken.
 * @see https://docs.github.com/rest/agents/variables#create-a-repository-variable
 */
export const createRepositoryAgentsVariable = operation("POST /repos/{owner}/{repo}/agents/variables", () =>
  createVariable(VARIABLES, getRepositoryAgentsVariable),
);

/**
 * Updates the value of a repository's agent variable, or renames it to `new_name`.
 * @see https://docs.github.com/rest/agents/variables#update-a-repository-variable
 */
export const updateRepositoryAgentsVariable = operation("PATCH /repos/{owner}/{repo}/agents/variables/{name}", () =>
  updateVariable(VARIABLES),
);

/**
 * Deletes an agent variable of a repository.
 * @see https://docs.github.com/rest/agents/variables#delete-a-repository-variable
 */
export const deleteRepositoryAgentsVariable = operation("DELETE /repos/{owner}/{repo}/agents/variables/{name}", () =>
  deleteVariable(VARIABLES),
);

/**
 * Lists the agent variables of the organization that a repository can read.
 * @see https://docs.github.com/rest/agents/variables#list-repository-organization-variables
 */
export const listRepositoryOrganizationAgentsVariables = operation(
  "GET /repos/{owner}/{repo}/agents/organization-variables",
  () => listVariables(VARIABLES),
);
