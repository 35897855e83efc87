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

const VARIABLES = variableAccess(pushAccess("environments"));

/**
 * Lists the variables of a deployment environment.
 * @see https://docs.github.com/rest/actions/variables#list-environment-variables
 */
export const listEnvironmentVariables = operation(
  "GET /repos/{owner}/{repo}/environments/{environment_name}/variables",
  () => listVariables(VARIABLES),
);

/**
 * Gets a variable of a deployment environment; null if it doesn't exist.
 * @see https://docs.github.com/rest/actions/variables#get-an-environment-variable
 */
export const getEnvironmentVariable = operation(
  "GET /repos/{owner}/{repo}/environments/{environment_name}/variables/{name}",
  () => getVariable(VARIABLES),
);

/**
 * Creates a variable of a deployment environment; 409 if the name is taken.
 * @see https://docs.github.com/rest/actions/variables#create-an-environment-variable
 */
export const createEnvironmentVariable = operation(
  "POST /repos/{owner}/{repo}/environments/{environment_name}/variables",
  () => createVariable(VARIABLES, getEnvironmentVariable),
);

/**
 * Updates the value of a deployment environment's variable, or renames it to `new_name`.
 * @see https://docs.github.com/rest/actions/variables#update-an-environment-variable
 */
export const updateEnvironmentVariable = operation(
  "PATCH /repos/{owner}/{repo}/environments/{environment_name}/variables/{name}",
  () => updateVariable(VARIABLES),
);

/**
 * Deletes a variable of a deployment environment.
 * @see https://docs.github.com/rest/actions/variables#delete-an-environment-variable
 */
export const deleteEnvironmentVariable = operation(
  "DELETE /repos/{owner}/{repo}/environments/{environment_name}/variables/{name}",
  () => deleteVariable(VARIABLES),
);
